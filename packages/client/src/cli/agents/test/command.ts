import { basename } from 'node:path'
import {
  API_OPTIONS,
  API_OPTIONS_HELP,
  type ApiOptions,
  parseArguments,
  readApiOptions,
  reasonOf,
} from '../../api-options.ts'
import { type Api, openApi } from '../../connection.ts'
import { CliError, type Command, type Io } from '../../io.ts'
import { writeText } from '../agent-file.ts'
import { type Result, runTests } from './run-tests.ts'
import { readTestFile, type TestFile } from './test-file.ts'
import type { Remove } from './trial.ts'

const HELP = `Tests an agent: sends turns of customers who do not exist, and checks replies, tool calls, memory and tokens. Nothing is
sent to the messaging provider, and tools that change something have no effect. Requires a full API key.

Usage: replywright agents test <file> [options]

  <file>               YAML or JSON; the README of the package describes it
  --runs <n>           How often each test runs. Default: runs of the file, or 1
  --draft              Tests the draft of the agent
  --no-report          Does not show the results in the dashboard
  --junit <file>       Also writes the results as a JUnit file
${API_OPTIONS_HELP}

Example:
  replywright agents test returns.test.yaml --junit results.xml`

/** What a stored result can have. */
const LONGEST = { name: 200, reason: 500 }
const MOST = { tests: 100, reasons: 3 }
const REMOVE_TIMEOUT_MS = 10_000

export const testCommand: Command = {
  summary: 'tests an agent with turns of customers and expectations',
  help: HELP,
  run: async (args, io) => {
    const options = {
      ...API_OPTIONS,
      runs: { type: 'string' },
      junit: { type: 'string' },
      draft: { type: 'boolean' },
      'no-report': { type: 'boolean' },
    } as const
    const { values, positionals } = parseArguments(args, options)
    const [path] = positionals
    if (path === undefined) throw new CliError('Missing: <file>. See --help.', 2)
    const file = withRuns(await readTestFile(path), values.runs)
    const apiOptions = readApiOptions(values, io.env)
    const api = openApi(apiOptions, io)
    const drafted = { ...file, draft: values.draft ?? false }
    const results = await runTests(drafted, api, removeWith(apiOptions, io), io, (result) =>
      resultLines(result).forEach(io.out),
    )
    if (values.junit !== undefined) await writeText(values.junit, junit(path, results))
    if (!values['no-report']) await report(api, path, file, values.draft ?? false, results, io)
    const passed = results.filter((result) => result.passed).length
    io.out(`${passed} of ${results.length} tests passed.`)
    return passed === results.length ? 0 : 1
  },
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
