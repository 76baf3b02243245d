import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'

const run = promisify(execFile)
const Row = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))

type Running = Pick<Service, 'dataDir'>

/**
 * Runs `npm run ops -- …` against a running service with `input` as standard input. Rejects with its `code` and
 * `stderr`.
 */
export async function execOps(
  { dataDir }: Running,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const command = ['packages/ops/src/main.ts', ...args]
  const running = run(process.execPath, command, { env: { ...process.env, DATA_DIR: dataDir, ...env } })
  running.child.stdin?.end(input)
  return await running
}

/** Starts such a run. `interrupt` ends it as Ctrl-C does, and returns its exit code and standard output. */
export function startOps({ dataDir }: Running, args: readonly string[]) {
  const running = spawn(process.execPath, ['packages/ops/src/main.ts', ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = Promise.all([once(running, 'exit'), text(running.stdout)])
  return {
    async interrupt(): Promise<{ readonly code: unknown; readonly stdout: string }> {
      running.kill('SIGINT')
      // The terminal sends it to all processes of the command, and the one that starts the program forwards it.
      await setTimeout(20)
      running.kill('SIGINT')
      const [[code], stdout] = await ended
      return { code, stdout }
    },
  }
}

/** Returns the standard output of such a run. */
export async function typeOps(...run: Parameters<typeof execOps>): Promise<string> {
  return (await execOps(...run)).stdout
}

/** Runs `npm run ops -- …` and returns the row that it prints. */
export async function runOps(
  service: Running,
  args: readonly string[],
  secrets: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const row = v.parse(Row, JSON.parse(await typeOps(service, [...args, '--json'], secrets)))
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))
}

/** Creates an organisation with its own business account and number, and a full API key. */
export async function createOrganizationWithNumber(
  service: Running,
  number: { readonly waId: string; readonly phoneNumberId: string; readonly digits: string; readonly token: string },
): Promise<{ apiKey: string; accountId: string; organizationId: string; userId: string }> {
  const { organization = '', user = '' } = await runOps(service, ['organization', 'create', '--name', 'Acme'])
  const connect = ['number', 'connect', '--organization', organization, '--account-name', 'Acme account']
  const [{ account = '' }, { apiKey = '' }] = await Promise.all([
    runOps(
      service,
      [...connect, '--wa-id', number.waId, '--phone-number-id', number.phoneNumberId, '--number', number.digits],
      { ACCESS_TOKEN: number.token },
    ),
    runOps(service, ['api-key', 'create', '--organization', organization, '--user', user, '--name', 'test']),
  ])
  return { apiKey, accountId: account, organizationId: organization, userId: user }
}
