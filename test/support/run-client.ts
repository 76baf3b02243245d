import type { Service } from '@replywright/local/start-service.ts'
import { runCli } from '../../packages/client/src/cli/run-cli.ts'
import { realTiming } from '../../packages/client/src/timing.ts'

/** Runs the command line `replywright` with the API key of the demo organisation. Returns what it prints, and its exit code. */
export async function runClient(
  { ready }: Pick<Service, 'ready'>,
  args: readonly string[],
): Promise<{ readonly exitCode: number; readonly lines: readonly string[] }> {
  const lines: string[] = []
  const exitCode = await runCli(args, {
    env: { REPLYWRIGHT_BASE_URL: ready.baseUrl, REPLYWRIGHT_API_KEY: ready.apiKey },
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    signal: new AbortController().signal,
    timing: realTiming,
  })
  return { exitCode, lines }
}
