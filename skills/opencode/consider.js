// Tells OpenCode that review threads wait, as a short fact. Written by 'consider setup', removed by 'consider uninstall'.
// checksum: 0000000000000000
import { execFile } from "node:child_process"

const program = "PROGRAM"
const events = new Set("EVENTS")

// ask returns the fact, or "" when there is nothing new. Whatever goes wrong is nobody's concern but ours.
const ask = (event, sessionID, cwd) =>
  new Promise((resolve) => {
    if (!events.has(event) || !sessionID) return resolve("")
    try {
      const child = execFile(program, ["hook", "opencode", event], { timeout: 2000 }, (error, stdout) => {
        try {
          resolve((!error && stdout && JSON.parse(stdout).text) || "")
        } catch {
          resolve("")
        }
      })
      child.stdin?.on("error", () => {})
      child.stdin?.end(JSON.stringify({ session_id: sessionID, cwd, hook_event_name: event }))
    } catch {
      resolve("")
    }
  })

export const Consider = async ({ client, directory }) => ({
  "chat.message": async (input, output) => {
    const text = await ask("chat.message", input.sessionID, directory)
    if (text)
      output.parts.push({
        id: "prt_zzz" + Date.now().toString(36),
        sessionID: input.sessionID,
        messageID: output.message.id,
        type: "text",
        text,
        synthetic: true,
      })
  },
  "tool.execute.after": async (input, output) => {
    const text = await ask("tool.execute.after", input.sessionID, directory)
    if (text && typeof output?.output === "string") output.output += "\n\n" + text
  },
  event: async ({ event }) => {
    if (event.type !== "session.idle") return
    const sessionID = event.properties.sessionID
    const text = await ask("session.idle", sessionID, directory)
    if (text)
      await client.session.prompt({
        path: { id: sessionID },
        body: { parts: [{ type: "text", text, synthetic: true }] },
      })
  },
})
