import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { decisionFiles } from './mutants/decision-files.ts'
import { UNNOTICED, type Unnoticed } from './mutants/unnoticed.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GOAL_PERCENT = 95
/** The folders that the goal is for. */
const FOLDERS = [
  ...['deliveries', 'conversations/routing', 'conversations/service-window', 'platform/idempotency'],
  ...['platform/paging', 'answering/turns', 'people'],
].map((folder) => `packages/core/src/${folder}`)

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

interface Mutant {
  readonly file: string
  readonly line: number
  readonly change: string
  readonly isNoticed: boolean
  readonly listed: Unnoticed | undefined
}

/**
 * Changes one operator at a time in decision files and runs the related unit tests: `npm run bench -- mutants [path …]`.
 * Paths are below packages/core/src, or start with `packages/`. Fails if too few of the changes make a test fail.
 */
export async function run(paths: readonly string[]): Promise<void> {
  const folders = paths.map((path) => (path.startsWith('packages/') ? path : `packages/core/src/${path}`))
  const mutate = decisionFiles(
    ROOT,
    (folders.length > 0 ? folders : FOLDERS).map((path) => path.replace(/\/$/, '')),
  )
  if (mutate.length === 0) throw new Error(`There are no decision files in ${paths.join(', ')}.`)
  // A file may be edited before Stryker ends.
  const texts = new Map(mutate.map((pattern) => pattern.split(':', 1).join()).map((file) => [file, readText(file)]))
  process.chdir(ROOT)
  const results = await new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/bench/mutants/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // Texts, patterns and objects are data. The compiler refuses `a.b` where `a?.b` is needed.
    mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'Regex', 'OptionalChaining'] },
    // Constants of a module are data, too. Each would need all tests that load the module: half of the time.
    ignoreStatic: true,
    // Stryker cannot read it with this version of TypeScript, and does not need it.
    tsconfigFile: 'none',
    tempDirName: '.build/mutants',
    cleanTempDir: 'always',
    ignorePatterns: ['.build', '.local'],
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
    allowConsoleColors: false,
    // A busy machine can be slow. Most endless loops end earlier, because Stryker counts their rounds.
    timeoutMS: 15_000,
  }).runMutationTest()
  judge(results.filter(({ status }) => status !== 'Ignored').map((result) => mutantOf(result, texts)))
}

function mutantOf(
  { fileName, location: { start, end }, replacement = '', status }: Result,
  texts: ReadonlyMap<string, string>,
): Mutant {
  const file = relative(ROOT, fileName)
  const lines = (texts.get(file) ?? '').split('\n').slice(start.line - 1, end.line)
  const isOneLine = lines.length === 1
  const [first = ''] = lines
  const original = isOneLine ? first.slice(start.column - 1, end.column - 1) : `${first.trim()} …`
  const change = `${original} → ${replacement.replace(/\s+/g, ' ')}`
  return {
    file,
    line: start.line,
    change,
    isNoticed: status === 'Killed' || status === 'Timeout',
    listed: UNNOTICED.find((one) => `packages/core/src/${one.file}` === file && one.change === change),
  }
}

function judge(mutants: readonly Mutant[]): void {
  const rows = Object.entries(Object.groupBy(mutants, ({ file }) => file)).map(([file, of = []]) => ({
    file: file.replace('packages/core/src/', ''),
    ...countsOf(of),
  }))
  const all = countsOf(mutants)
  console.table([...rows, { file: 'all', ...all }])
  for (const { file, line, change } of mutants.filter(isOpen)) print(`${file}:${line}  ${change}`)
  const files = new Set(mutants.map(({ file }) => file))
  const stale = UNNOTICED.filter(
    (one) =>
      files.has(`packages/core/src/${one.file}`) &&
      !mutants.some((mutant) => mutant.listed === one && !mutant.isNoticed),
  )
  for (const { file, change } of stale) print(`listed in unnoticed.ts, but noticed or gone: ${file}  ${change}`)
  const percent = (100 * all.noticed) / (all.noticed + all.open)
  print(`${percent.toFixed(1)} % of the mutants that change something are noticed; the goal is ${GOAL_PERCENT} %`)
  if (percent < GOAL_PERCENT || stale.length > 0) process.exitCode = 1
}

function countsOf(mutants: readonly Mutant[]) {
  const same = mutants.filter(({ isNoticed, listed }) => !isNoticed && listed).length
  const open = mutants.filter(isOpen).length
  return { mutants: mutants.length, noticed: mutants.length - same - open, same, open }
}

/** Whether no test notices a mutant, and no reason is listed. */
function isOpen({ isNoticed, listed }: Mutant): boolean {
  return !isNoticed && !listed
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
