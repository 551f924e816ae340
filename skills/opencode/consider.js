// Tells OpenCode that review threads wait, as a short fact. Written by 'consider setup', removed by 'consider uninstall'.
// checksum: 0000000000000000
import { execFile, spawn } from "node:child_process"

const program = "PROGRAM"
const events = new Set("EVENTS")

// ask returns the fact, or "" when there is nothing new. Whatever goes wrong is nobody's concern but ours.
const ask = (event, sessionID, cwd, tool = {}) =>
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
      child.stdin?.end(JSON.stringify({ session_id: sessionID, cwd, hook_event_name: event, ...tool }))
    } catch {
      resolve("")
    }
  })

// listen hands what a session is to be woken with to tell, line by line, until the child that it returns is ended. The child
// ends by itself once nobody reads what it says: with OpenCode.
const listen = (sessionID, cwd, tell) => {
  const args = ["--for-agents", "watch", "--for", "agent", "--brief", "--coalesce", "5s", "--session", sessionID]
  const child = spawn(program, args, { cwd, env: { ...process.env, OPENCODE: "1" }, stdio: ["ignore", "pipe", "ignore"] })
  child.on("error", () => {})
  child.unref() // "opencode run" ends with its turn
  let rest = ""
  child.stdout.setEncoding("utf8")
  child.stdout.on("data", (text) => {
    const lines = (rest + text).split("\n")
    rest = lines.pop().slice(-10_000)
    for (const line of lines) if (line.startsWith("Consider: ")) tell(line)
  })
  return child
}

export const Consider = async ({ client, directory }) => {
  // The session that the person spoke with last, and how: it is the one that is woken. Those that they left behind are not.
  let spoken = {}
  const parents = new Map()
  const calls = new Map() // what the tools that run were called with

  // say begins a turn, in the mode and with the model of the person's last prompt: a session in plan mode stays in it.
  const say = (sessionID, text) => {
    const as = spoken.sessionID === sessionID ? spoken.as : {}
    return client.session.prompt({ path: { id: sessionID }, body: { ...as, parts: [{ type: "text", text, synthetic: true }] } }).catch(() => {})
  }

  // isPart says whether a session is one that another works with, and no person.
  const isPart = async (sessionID) => {
    if (!parents.has(sessionID)) {
      const answer = await client.session.get({ path: { id: sessionID } }).catch(() => ({}))
      if (!answer?.data) return true
      parents.set(sessionID, answer.data.parentID)
    }
    return Boolean(parents.get(sessionID))
  }

  // rootOf returns the session that a person started, which works with this one.
  const rootOf = async (sessionID) => {
    for (let i = 0; i < 10 && (await isPart(sessionID)) && parents.get(sessionID); i++) sessionID = parents.get(sessionID)
    return sessionID
  }

  const leave = () => {
    spoken.child?.kill()
    spoken = {}
  }

  const spokenTo = async (sessionID, { message, parts }) => {
    if (parts.every((part) => part.synthetic) || (await isPart(sessionID))) return
    const { agent, model } = message
    const as = { agent, model: model && { providerID: model.providerID, modelID: model.modelID }, variant: model?.variant }
    if (spoken.sessionID !== sessionID) {
      leave()
      spoken = { sessionID, child: events.has("wake") ? listen(sessionID, directory, (line) => void say(sessionID, line)) : undefined }
    }
    spoken.as = as
  }

  return {
    "chat.message": async (input, output) => {
      await spokenTo(input.sessionID, output).catch(() => {})
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
    "tool.execute.before": async (input, output) => {
      const tool = { tool_name: input.tool, tool_use_id: input.callID, tool_input: output?.args }
      calls.set(input.callID, tool)
      await ask("tool.execute.before", await rootOf(input.sessionID), directory, tool)
    },
    "tool.execute.after": async (input, output) => {
      const tool = calls.get(input.callID)
      calls.delete(input.callID)
      const root = await rootOf(input.sessionID)
      const part = root === input.sessionID ? {} : { agent_id: input.sessionID }
      const text = await ask("tool.execute.after", root, directory, { ...tool, ...part })
      if (text && typeof output?.output === "string") output.output += "\n\n" + text
    },
    event: async ({ event }) => {
      if (event.type === "session.deleted" && event.properties.info?.id === spoken.sessionID) return leave()
      if (event.type !== "session.idle") return
      const sessionID = event.properties.sessionID
      const text = await ask("session.idle", sessionID, directory)
      if (text) await say(sessionID, text)
    },
    dispose: async () => leave(),
  }
}
