import { execFile, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify, stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'
import { mapConcurrently } from '../faults/map-concurrently.ts'
import { usesCloud } from '../support/uses-cloud.ts'
import { printFindings } from './judge.ts'

/** The output of each file that failed. */
const OUTPUTS = '.build/alone'
const LONGEST_MILLISECONDS = 20 * 60_000
const SHOWN_FILES = 15

const Listed = v.pipe(v.string(), v.parseJson(), v.array(v.object({ file: v.string() })))

interface Run {
  readonly file: string
  readonly seconds: number
  /** Why the file failed. */
  readonly failure: string | undefined
}

/**
 * Runs every test file once in a process of its own, with `npm test -- <file>`: `npm run bench -- alone [part of the
 * paths]`. Prints the slowest files. The process exits with 1 if a file failed; its output is in `.build/alone`.
 */
export async function run([part = '']: readonly string[]): Promise<void> {
  const files = await testFiles()
  const chosen = files.filter((file) => file.includes(part))
  let done = 0
  const runFile = async (file: string): Promise<Run> => {
    const ran = await runAlone(file, files)
    done += 1
    process.stderr.write(`  ${done}/${chosen.length}  ${ran.seconds} s  ${ran.failure ? 'FAILED ' : ''}${file}\n`)
    return ran
  }
  // Only one process at a time uses the synthesized assembly of the last run; others would synthesize it again.
  const { synthesized = [], others = [] } = Object.groupBy(chosen, (file) =>
    usesCloud(file) ? 'synthesized' : 'others',
  )
  const runs = await Promise.all([
    mapConcurrently(synthesized, runFile, 1),
    mapConcurrently(others, runFile, availableParallelism()),
  ])
  const slowest = runs.flat().toSorted((a, b) => b.seconds - a.seconds)
  console.table(slowest.slice(0, SHOWN_FILES).map(({ file, seconds }) => ({ file, seconds })))
  printFindings({
    figures: { files: slowest.length },
    broken: {
      'a test file is chosen': chosen.length === 0 ? [part] : [],
      'each test file passes alone': slowest.flatMap(({ file, failure }) => (failure ? [`${file}: ${failure}`] : [])),
    },
  })
}

/** Returns the paths of all test files. */
async function testFiles(): Promise<string[]> {
  const command = [
    'node_modules/vitest/vitest.mjs',
    'list',
    '--filesOnly',
    '--json',
    '--config',
    'test/vitest.config.ts',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...process.env, TESTS: 'all' } })
  return [...new Set(v.parse(Listed, stdout).map(({ file }) => relative('.', file)))].toSorted()
}

async function runAlone(file: string, files: readonly string[]): Promise<Run> {
  const started = performance.now()
  const child = spawn('npm', ['test', '--', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MILLISECONDS,
  })
  const ended = Promise.withResolvers<number | null>()
  child.once('close', ended.resolve)
  const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended.promise])
  const failure = failureOf(file, files, exitCode, stripVTControlCharacters(output))
  if (failure) {
    await mkdir(OUTPUTS, { recursive: true })
    await writeFile(join(OUTPUTS, `${file.replaceAll('/', '-')}.log`), output + errors)
  }
  return { file, seconds: Math.round((performance.now() - started) / 1000), failure }
}

function failureOf(
  file: string,
  files: readonly string[],
  exitCode: number | null,
  output: string,
): string | undefined {
  // Vitest runs all files whose paths contain its argument.
  const also = files.filter((other) => other !== file && other.includes(file))
  if (also.length > 0) return `its path is part of ${also.join(', ')}`
  if (exitCode !== 0) return `exit code ${exitCode ?? 'none, because it took too long'}`
  return /Test Files +1 passed/.test(output) ? undefined : 'no test was run'
}
