import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { type Bundle, bundleFunctions } from '../../infra/bundle.ts'
import { bundleOptions, lazyBuiltins } from '../../infra/bundle-options.ts'

/** The workers, and one route of each kind. */
const FUNCTIONS = [
  'ingress',
  'relay',
  'deliver',
  'window',
  'answer',
  'extract',
  'prove',
  'replay',
  'api-conversations-get',
  'api-conversations-send-message',
  'api-agents-get',
  'api-agents-create',
  'dashboard-webhooks-update',
]

/**
 * Loads the bundle as Lambda's runtime does before the first event, then prints the milliseconds since the process
 * began.
 */
const LOAD = `
  const started = performance.now()
  await import(process.argv[1])
  const { user, system } = process.cpuUsage()
  console.log(JSON.stringify({ processor: (user + system) / 1000, wall: performance.now() - started }))
  process.exit()`

/** Lambda's own variables, and those that functions read while they start. No compile cache: Lambda has none. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  TZ: ':UTC',
  TABLE_NAME: 'table',
  QUEUE_URLS: '{}',
  RELAY_DEAD_QUEUE_URL: 'http://127.0.0.1/queue',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_LAMBDA_FUNCTION_NAME: 'function',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
}

type Measured = Pick<Bundle, 'name' | 'directory' | 'bytes'>

interface Load {
  /** Milliseconds of user and system time of the process since its start. */
  readonly processor: number
  /** Milliseconds that importing the bundle takes. */
  readonly wall: number
}

/**
 * Measures the load time of each function's bundle in a new process, as in a cold start of Lambda, compared with a
 * bundle of only the DynamoDB document client. `npm run bench -- start-up [runs] [function …]`. Each run loads all
 * bundles one after the other, so that other load on the machine affects all of them; the ratio is the median of the
 * ratios of the runs.
 */
export async function run([runs = '21', ...names]: readonly string[]): Promise<void> {
  const all = await bundleFunctions()
  const wanted = names.length > 0 ? names : FUNCTIONS
  const chosen = wanted.map((name) => all.find((bundle) => bundle.name === name) ?? refuse(name))
  const bundles = [await bundleFloor(), ...chosen]
  const loads = bundles.map((): Load[] => [])
  for (let index = 0; index < Number(runs); index++)
    for (const [position, bundle] of bundles.entries()) loads[position]?.push(await load(bundle))
  const floors = loads[0] ?? []
  console.log(`\nLoading a function's bundle, medians of ${runs} runs`)
  console.table(
    Object.fromEntries(
      bundles.map(({ name, bytes }, position) => {
        const own = loads[position] ?? []
        const ratio = (of: keyof Load) => median(own.map((run, index) => run[of] / (floors[index]?.[of] ?? 0)))
        return [
          name,
          {
            KB: Math.round(bytes / 1024),
            'processor ms': round(median(own.map(({ processor }) => processor)), 1),
            'to floor': round(ratio('processor'), 2),
            'wall ms': round(median(own.map(({ wall }) => wall)), 1),
            'wall to floor': round(ratio('wall'), 2),
          },
        ]
      }),
    ),
  )
}

/** Bundles the published client as functions are bundled, without removing any code. */
async function bundleFloor(): Promise<Measured> {
  const directory = fileURLToPath(new URL('../../.build/start-up-floor', import.meta.url))
  const { metafile } = await build({
    ...bundleOptions,
    plugins: [lazyBuiltins],
    entryPoints: { index: join(import.meta.dirname, 'start-up-floor.ts') },
    outdir: directory,
    metafile: true,
  })
  const [output] = Object.values(metafile.outputs)
  return { name: 'floor', directory, bytes: output?.bytes ?? 0 }
}

async function load({ directory }: Measured): Promise<Load> {
  const path = pathToFileURL(join(directory, 'index.mjs')).href
  const options = ['--input-type=module', '--eval', LOAD, path]
  const { stdout } = await promisify(execFile)(process.execPath, options, { env: ENVIRONMENT })
  return JSON.parse(stdout)
}

function refuse(name: string): never {
  throw new Error(`There is no function "${name}". Names are those of .build/functions.`)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
