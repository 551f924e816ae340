// What a flow of the page or a scenario of VS Code takes, for make times.
import fs from "node:fs";
import path from "node:path";

const file = path.resolve(import.meta.dirname, "../dist/times.tsv");

/** Seconds of the processors that this process, and all that it started, have used; 0 where the system does not tell. */
function used() {
  const children = new Map(),
    spent = new Map();
  let pids = [];
  try {
    pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return 0;
  }
  for (const pid of pids) {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      children.set(fields[1], [...(children.get(fields[1]) ?? []), pid]);
      // Of itself and of those of its children that have ended, in ticks of 1/100 s.
      spent.set(pid, fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100);
    } catch {
      // it has just ended
    }
  }
  const below = [String(process.pid)];
  for (const pid of below) below.push(...(children.get(pid) ?? []));
  return below.reduce((sum, pid) => sum + (spent.get(pid) ?? 0), 0);
}

/** Starts to measure; the function that it returns notes what was taken, and returns the seconds by the clock. */
export function cost(kind, name) {
  const started = Date.now(),
    before = used();
  return () => {
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, `${kind}\t${name}\t${seconds}\t${Math.max(0, used() - before).toFixed(1)}\n`);
    return seconds;
  };
}
