import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { talkExpectation, testedCustomer, turnExpectation } from '@replywright/contract/agent-tests.ts'
import * as v from 'valibot'
import { CliError } from '../../io.ts'
import { suggestion } from '../../nearest.ts'
import { readAgentFile } from '../agent-file.ts'
import { isDataFile, readData } from '../read-data.ts'
import { issueText } from './issue-text.ts'

const Count = v.pipe(v.number(), v.integer(), v.minValue(1))
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Values by name. A record alone accepts lists. */
const byName = <const T extends v.GenericSchema>(value: T) =>
  v.pipe(v.custom<object>(isObject, 'must be an object'), v.record(v.string(), value))
const Fields = byName(v.unknown())

/** Builds an object without other keys. Its errors name the key that it may be. */
const strict = <const T extends v.ObjectEntries>(entries: T) =>
  v.strictObject(entries, (issue) => {
    const key = issue.path?.at(-1)?.key
    if (issue.expected === 'Object') return 'must be an object'
    if (issue.expected !== 'never') return 'is missing'
    return `unknown field${suggestion(String(key), Object.keys(entries))}`
  })

const Expectation = strict({
  ...turnExpectation,
  calls: v.optional(byName(v.nullable(Fields)), {}),
  remembers: v.optional(Fields, {}),
})

/** Files that customers send, by extension. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.ogg': 'audio/ogg',
  '.pdf': 'application/pdf',
}

const FilePath = v.pipe(
  v.string(),
  v.check((path) => mimeTypeOf(path) !== undefined, `must end with ${Object.keys(MIME_TYPES).join(', ')}`),
)

/** A file of the customer, beside the test file. `customer` is its caption. */
const FileTurn = strict({ customer: v.optional(v.string(), ''), file: FilePath, expect: v.optional(Expectation) })
const TextTurn = strict({
  customer: v.pipe(v.string(), v.nonEmpty('must not be empty')),
  expect: v.optional(Expectation),
})
const ButtonTurn = strict({ button: strict({ id: v.string(), text: v.string() }), expect: v.optional(Expectation) })
const Turn = v.lazy((turn) => {
  const fields = Object(turn)
  if ('button' in fields) return ButtonTurn
  return 'file' in fields ? FileTurn : TextTurn
})
const TurnsCase = strict({
  name: v.string(),
  turns: v.pipe(v.array(Turn), v.minLength(1)),
  /** Results by tool name. */
  tools: v.optional(Fields, {}),
})

const CustomerCase = strict({
  name: v.string(),
  customer: strict(testedCustomer),
  expect: v.optional(strict(talkExpectation), {}),
  tools: v.optional(Fields, {}),
})
export type CustomerCase = v.InferOutput<typeof CustomerCase>
export type Case = v.InferOutput<typeof TurnsCase>

const AnyCase = v.lazy((test) => ('customer' in Object(test) ? CustomerCase : TurnsCase))
const OneKind = v.pipe(
  v.unknown(),
  v.check(
    (test) => !('customer' in Object(test) && 'turns' in Object(test)),
    'has turns and a customer: write one of them',
  ),
  AnyCase,
)

/** Returns whether a model plays the customer of a test. */
export function isSimulated(test: Case | CustomerCase): test is CustomerCase {
  return 'customer' in test
}

const TestFile = strict({
  /** The id of an agent, or the path of its file. */
  agent: v.string(),
  /** How often each test runs, and how many runs must pass. */
  runs: v.optional(Count, 1),
  mustPass: v.optional(Count),
  /** The model that judges `says`. @default the deployment's */
  judge: v.optional(v.string()),
  tests: v.pipe(v.array(OneKind), v.minLength(1)),
})
export type TestFile = v.InferOutput<typeof TestFile> & {
  readonly mustPass: number
  readonly agentId: string
  /** The folder of the files that customers send. */
  readonly folder: string
  /** Whether the draft of the agent is tested. */
  readonly draft?: boolean
}

/** Reads a YAML or JSON file of tests. @throws CliError that names each invalid field */
export async function readTestFile(path: string): Promise<TestFile> {
  const value = await readData(path)
  if (!isObject(value)) throw new CliError(`${path} must be an object with an agent and its tests.`, 2)
  const { success, output, issues } = v.safeParse(TestFile, value)
  if (!success) {
    const lines = issues.map((issue) => `${path}: ${v.getDotPath(issue)}: ${issueText(issue)}`)
    throw new CliError([...new Set(lines)].join('\n'), 2)
  }
  const { agent, runs, mustPass = runs } = output
  if (mustPass > runs) throw new CliError(`${path}: mustPass: must be at most runs (${runs})`, 2)
  const agentId = isDataFile(agent) ? (await readAgentFile(join(dirname(path), agent))).id : agent
  if (agentId === undefined) throw new CliError(`${agent} has no id. Push it first.`, 2)
  return { ...output, mustPass, agentId, folder: dirname(path) }
}

/** Reads all files of customers, so that a missing one is told before the first turn. @throws CliError */
export async function checkTurnFiles({ tests, folder }: Pick<TestFile, 'tests' | 'folder'>): Promise<void> {
  for (const test of tests)
    for (const turn of isSimulated(test) ? [] : test.turns) if ('file' in turn) await readTurnFile(folder, turn.file)
}

/** Returns a file of a customer. @throws CliError if there is none */
export async function readTurnFile(folder: string, path: string): Promise<TurnFile> {
  try {
    return { mimeType: mimeTypeOf(path) ?? '', data: await readFile(join(folder, path), 'base64') }
  } catch {
    throw new CliError(`There is no file ${join(folder, path)}.`, 2)
  }
}

export interface TurnFile {
  readonly mimeType: string
  /** In base64. */
  readonly data: string
}

function mimeTypeOf(path: string): string | undefined {
  return MIME_TYPES[extname(path).toLowerCase()]
}
