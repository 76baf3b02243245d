import { writeFile } from 'node:fs/promises'
import { API_OPTIONS, API_OPTIONS_HELP, readApiOptions } from '../../api-options.ts'
import { CliError } from '../../cli-error.ts'
import { openApi } from '../../connection.ts'
import type { Command } from '../../io.ts'
import { parseArguments } from '../../parse-options.ts'
import { junit, resultLines } from './report.ts'
import { runTests } from './run-tests.ts'
import { readTestFile } from './test-file.ts'

const HELP = `Tests an agent: sends turns of customers who do not exist, and checks replies, tool calls, memory and tokens. Nothing is
sent to the messaging provider, and tools that change something have no effect. Requires a full API key.

Usage: messaging agents test <file> [options]

  <file>               YAML or JSON; the README of the package describes it
  --runs <n>           How often each test runs. Default: runs of the file, or 1
  --draft              Tests the draft of the agent
  --junit <file>       Also writes the results as a JUnit file
${API_OPTIONS_HELP}

Example:
  messaging agents test returns.test.yaml --junit results.xml`

export const testCommand: Command = {
  summary: 'tests an agent with turns of customers and expectations',
  help: HELP,
  run: async (args, io) => {
    const options = {
      ...API_OPTIONS,
      runs: { type: 'string' },
      junit: { type: 'string' },
      draft: { type: 'boolean' },
    } as const
    const { values, positionals } = parseArguments(args, options)
    const [path] = positionals
    if (path === undefined) throw new CliError('Missing: <file>. See --help.', 2)
    const file = withRuns(await readTestFile(path), values.runs)
    const api = openApi(readApiOptions(values, io.env), io)
    const results = await runTests({ ...file, draft: values.draft ?? false }, api, io, (result) =>
      resultLines(result).forEach(io.out),
    )
    if (values.junit !== undefined) await writeFile(values.junit, junit(path, results))
    const passed = results.filter((result) => result.passed).length
    io.out(`${passed} of ${results.length} tests passed.`)
    return passed === results.length ? 0 : 1
  },
}

function withRuns(file: Awaited<ReturnType<typeof readTestFile>>, runs: string | undefined) {
  if (runs === undefined) return file
  if (!/^[1-9]\d{0,2}$/.test(runs)) throw new CliError('--runs must be a number from 1 to 999.', 2)
  // The same share of the runs must pass.
  return { ...file, runs: Number(runs), mustPass: Math.ceil((file.mustPass / file.runs) * Number(runs)) }
}
