import { parseArgs } from "node:util";
import { startMock } from "./index.ts";

const help = `Answers the API from its contract, on this machine.

  phone-agent-api mock --port 4010
`;

/** `phone-agent-api mock`. */
export async function runMock(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "4010" },
      host: { type: "string", default: "127.0.0.1" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const mock = await startMock({ port: Number(values.port), host: values.host });
  console.error(`The mock answers on ${mock.url}`);
  const stop = () => mock.close();
  process.once("SIGINT", stop).once("SIGTERM", stop);
}
