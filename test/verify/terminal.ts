import { spawnSync } from "node:child_process";
import { type Outcome, run } from "../../scripts/tools/run.ts";

/**
 * The Python script that runs a command in a pseudo-terminal (100 columns, 40 rows) and sends keys
 * after each text. It ends the command if the next text is missing for 100 seconds.
 */
const script = `
import fcntl, json, os, pty, select, signal, struct, sys, termios, time
steps, command = json.loads(sys.argv[1]), sys.argv[2:]
pid, fd = pty.fork()
if pid == 0: os.execvp(command[0], command)
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
seen, end = "", time.time() + 100
while time.time() < end:
    ready, _, _ = select.select([fd], [], [], 1)
    if not ready: continue
    try: data = os.read(fd, 65536)
    except OSError: break
    if not data: break
    sys.stdout.buffer.write(data); seen += data.decode("utf8", "replace")
    while steps and steps[0][0] in seen:
        seen = seen.split(steps[0][0], 1)[1]
        time.sleep(0.05); os.write(fd, steps.pop(0)[1].encode()); end = time.time() + 100
if time.time() >= end: os.kill(pid, signal.SIGKILL); sys.exit("the command still waits after 100 seconds")
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
`;

/** Whether this machine can run a command in a terminal. */
export const hasTerminal = spawnSync("python3", ["-c", "import pty"]).status === 0;

export const runInTerminal = (
  command: string[],
  steps: [waitFor: string, keys: string][],
): Promise<Outcome> => run("python3", ["-c", script, JSON.stringify(steps), ...command]);
