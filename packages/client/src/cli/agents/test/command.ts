import { basename } from 'node:path'
import { API_OPTIONS, type ApiOptions, readApiOptions, reasonOf } from '../../api-options.ts'
import { type Api, openApi } from '../../connection.ts'
import { CliError, type Command, type Io } from '../../io.ts'
import { helpOf, readArguments } from '../../options.ts'
import { checkWritable, writeText } from '../agent-file.ts'
import { namedTools, unknownStubs } from './check-stubs.ts'
import { isRefused, type Result, runTests } from './run-tests.ts'
import { checkTurnFiles, readTestFile, type TestFile } from './test-file.ts'
import type { Remove } from './trial.ts'

const SYNTAX = {
  name: 'agents test',
  description:
    'Tests an agent: sends turns of customers who do not exist, and checks replies, tool calls, memory and tokens. Nothing is sent to the messaging provider, and tools that change something have no effect. A test with a customer instead of turns lets a model play the customer, as agents prove does. Requires a full API key.',
  args: { '<file>': 'YAML or JSON; the README of the package describes it' },
  options: {
    runs: { type: 'string', value: 'n', help: 'How often each test runs. Default: runs of the file, or 1' },
    draft: { type: 'boolean', help: 'Tests the draft of the agent' },
    'no-report': { type: 'boolean', help: 'Does not show the results in the dashboard' },
    junit: { type: 'string', value: 'file', help: 'Also writes the results as a JUnit file' },
    ...API_OPTIONS,
  },
  example: `Example:
  replywright agents test returns.test.yaml --junit results.xml`,
} as const

/** What a stored result can have. */
const LONGEST = { name: 200, reason: 500 }
const MOST = { tests: 100, reasons: 3 }
const REMOVE_TIMEOUT_MS = 10_000

export const testCommand: Command = {
  summary: 'tests an agent with turns of customers and expectations',
  help: () => helpOf(SYNTAX),
  run: async (args, io) => {
    const { values, positionals } = readArguments(args, SYNTAX)
    const [path = ''] = positionals
    if (values.junit !== undefined) await checkWritable('--junit', values.junit)
    const { api, file, results } = await reported(path, values.junit, async () => {
      const file = { ...withRuns(await readTestFile(path), values.runs), draft: values.draft ?? false }
      await checkTurnFiles(file)
      const apiOptions = readApiOptions(values, io.env)
      const api = openApi(apiOptions, io)
      await checkStubs(path, file, api)
      const show = (result: Result) => resultLines(result).forEach(io.out)
      return { api, file, results: await runTests(file, api, removeWith(apiOptions, io), io, show) }
    })
    if (values.junit !== undefined) await writeText(values.junit, junit(path, results))
    if (!values['no-report']) await report(api, path, file, values.draft ?? false, results, io)
    const passed = results.filter((result) => result.passed).length
    io.out(`${passed} of ${results.length} tests passed.`)
    return passed === results.length ? 0 : 1
  },
}

/**
 * Runs the tests. What prevents all of them is one error that names the file, and the only failure in the JUnit file.
 * @throws CliError
 */
async function reported<T>(path: string, junitPath: string | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    const message = isRefused(error) ? `${path}: agent: ${error.message}` : error.message
    const failed = { name: path, passed: false, runs: 0, passedRuns: 0, tokens: 0, seconds: 0, reasons: [message] }
    if (junitPath !== undefined) await writeText(junitPath, junit(path, [failed]))
    throw isRefused(error) ? new CliError(message, 2) : error
  }
}

/** @throws CliError that names each tool of the file that the agent does not have */
async function checkStubs(path: string, { agentId, draft, tests }: TestFile, api: Api): Promise<void> {
  if (tests.every((test) => namedTools(test).length === 0)) return
  const target = `/api/v1/agents/${encodeURIComponent(agentId)}/${draft ? '?draft=true' : ''}`
  const lines = unknownStubs(tests, (await api({ method: 'GET', target })).body)
  if (lines.length > 0) throw new CliError(lines.map((line) => `${path}: ${line}`).join('\n'), 2)
}

/** Returns what deletes, also after Ctrl-C, and reports what is left. */
function removeWith(options: ApiOptions, io: Io): Remove {
  return async (target) => {
    const api = openApi(options, { ...io, signal: AbortSignal.timeout(REMOVE_TIMEOUT_MS) })
    await api({ method: 'DELETE', target }).catch((error: unknown) =>
      io.err(`Not deleted: ${target}: ${reasonOf(error)}`),
    )
  }
}

/** Stores the results for the dashboard. The tests count without it. */
async function report(
  api: Api,
  path: string,
  { agentId }: TestFile,
  draft: boolean,
  results: readonly Result[],
  io: Io,
): Promise<void> {
  const body = {
    file: basename(path).slice(0, LONGEST.name),
    draft,
    results: results.slice(0, MOST.tests).map(({ name, passed, runs, passedRuns, tokens, reasons }) => ({
      name: name.slice(0, LONGEST.name),
      passed,
      runs,
      passedRuns,
      tokens,
      reasons: reasons.slice(0, MOST.reasons).map((reason) => reason.slice(0, LONGEST.reason)),
    })),
  }
  try {
    await api({ method: 'POST', target: `/api/v1/agents/${encodeURIComponent(agentId)}/test-runs/`, body })
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    io.err(`The results are not in the dashboard: ${error.message}`)
  }
}

function withRuns(file: Awaited<ReturnType<typeof readTestFile>>, runs: string | undefined) {
  if (runs === undefined) return file
  if (!/^[1-9]\d{0,2}$/.test(runs)) throw new CliError('--runs must be a number from 1 to 999.', 2)
  // The same share of the runs must pass.
  return { ...file, runs: Number(runs), mustPass: Math.ceil((file.mustPass / file.runs) * Number(runs)) }
}

/** Returns the lines of a test for people. */
export function resultLines({ name, passed, runs, passedRuns, tokens, reasons }: Result): string[] {
  const figures = `${passedRuns}/${runs}  ${tokens.toLocaleString('en')} tokens`
  return [`${passed ? 'PASS' : 'FAIL'}  ${name.padEnd(40)}  ${figures}`, ...reasons.map((reason) => `      ${reason}`)]
}

/** Returns the results as a JUnit file. */
export function junit(suite: string, results: readonly Result[]): string {
  const failures = results.filter(({ passed }) => !passed).length
  const cases = results.map(({ name, passed, seconds, reasons }) => {
    const failure = passed ? '' : `<failure message="${xml(reasons[0] ?? '')}">${xml(reasons.join('\n'))}</failure>`
    return `  <testcase name="${xml(name)}" classname="${xml(suite)}" time="${seconds}">${failure}</testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${xml(suite)}" tests="${results.length}" failures="${failures}">`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n')
}

function xml(text: string): string {
  const printable = text.replace(/[^\P{Cc}\n]/gu, ' ')
  return printable.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
