import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** All files that the app may depend on, including the lock file. */
const SOURCES = [
  'cdk.json',
  'package-lock.json',
  'docs/*.md',
  '{infra,functions,examples}/**/*',
  'packages/*/*',
  'packages/*/{src,examples}/**/*',
]

const app = fileURLToPath(new URL('app.ts', import.meta.url))

/** The file in an assembly that records its context and sources. */
export const RECORD = 'synthesized.json'

/**
 * Synthesizes the app into `outdir` after emptying it, and returns `outdir`. Does nothing if `outdir` already contains the
 * assembly of the same context and sources.
 * Skips the CDK's validation of templates, which takes seconds. `cdk synth` validates them.
 * @throws Error with what the app wrote to stderr
 */
export async function synthesize({
  outdir,
  context,
  onStart = () => {},
}: {
  outdir: string
  context: Readonly<Record<string, unknown>>
  /** Called unless there is nothing to do. */
  onStart?: () => void
}): Promise<string> {
  const record = join(outdir, RECORD)
  const state = JSON.stringify({ context, sources: sourceState() })
  if ((await readFile(record, 'utf8').catch(() => '')) === state) return outdir
  onStart()
  await rm(outdir, { recursive: true, force: true })
  const child = spawn(process.execPath, [app], {
    // If this process is killed, the channel closes, and the app ends as soon as it is not computing.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_VALIDATION: 'false',
    },
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [status, complaint] = await Promise.all([exited, child.stderr ? text(child.stderr) : ''])
  process.off('exit', end)
  if (status !== 0) throw new Error(`The app could not be synthesized:\n${complaint.trim()}`)
  // Written last: without this file, the assembly may be incomplete.
  await writeFile(record, state)
  return outdir
}

/** Returns a hash that changes when a source file is changed, added or removed. */
function sourceState(): string {
  const hash = createHash('sha256').update(process.version)
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules', '**/*.test.ts'] })
  for (const file of files.toSorted()) {
    const stats = statSync(join(root, file))
    if (stats.isFile()) hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`)
  }
  return hash.digest('hex')
}
