import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import { calledToolName } from '../../../agents/models/standard-response.ts'
import { behindItem, parseLiteral, parseName, skipSpace } from './literals.ts'

/** A tool as its calls are read: the order of its properties gives arguments without a name theirs. */
export interface OfferedTool {
  readonly name: string
  /** JSON Schema of an object. */
  readonly parameters: JsonObject
}

/** A tool call that a model wrote as text. The arguments are not validated yet. */
export interface TextCall {
  readonly name: string
  readonly args: JsonObject
}

/**
 * Returns the calls that a text consists of, in any of the forms of models, or undefined if it has another content, or calls
 * a tool that was not offered.
 */
export function parseCalls(text: string, tools: readonly OfferedTool[]): TextCall[] | undefined {
  const bare = withoutFence(text.trim())
  const names = new Set(tools.map(({ name }) => name))
  const parsers = [xmlCalls, jsonCalls, pythonCalls, namedCalls]
  for (const parse of parsers) {
    const calls = parse(bare, tools, names)
    if (calls && calls.length > 0) return calls
  }
  return undefined
}

/** Returns the content of a text that is one block of code. */
function withoutFence(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return text
  const start = text.indexOf('\n')
  const inner = start === -1 ? text.slice(3, -3) : text.slice(start + 1, -3)
  return inner.includes('```') ? text : inner.trim()
}

/** Returns the calls that begin at a position, and where they end; undefined if none does. */
export function parseCallAt(
  text: string,
  at: number,
  tools: readonly OfferedTool[],
): { readonly calls: readonly TextCall[]; readonly end: number } | undefined {
  const names = new Set(tools.map(({ name }) => name))
  if ('{['.includes(text.charAt(at))) {
    const parsed = parseLiteral(text, at)
    const calls = parsed && callsOf(parsed.value, names)
    if (parsed && calls && calls.length > 0) return { calls, end: parsed.end }
  }
  if (text.charAt(at) === '[') {
    const first = pythonCall(text, skipSpace(text, at + 1), tools, names)
    const end = first && skipSpace(text, first.end)
    return first && end !== undefined && text.charAt(end) === ']' ? { calls: [first.call], end: end + 1 } : undefined
  }
  if (text.charAt(at) === '<') return elementCall(text, at, names)
  const read = pythonCall(text, at, tools, names)
  return read && { calls: [read.call], end: read.end }
}

/** Reads an element with the name of a tool: `<track_order>{"order": "A1"}</track_order>`, or with an element for each argument. */
function elementCall(
  text: string,
  at: number,
  names: ReadonlySet<string>,
): { readonly calls: readonly TextCall[]; readonly end: number } | undefined {
  const { name = '', end = at } = parseName(text, at + 1) ?? {}
  if (!names.has(name)) return undefined
  const attributes = attributesAt(text, end)
  if (attributes) return { calls: [{ name, args: attributes.args }], end: attributes.end }
  if (text.charAt(end) !== '>') return undefined
  const close = `</${name}>`
  const closing = text.indexOf(close, end)
  const last = closing === -1 ? text.length : closing
  return {
    calls: [{ name, args: elementArguments(text.slice(end + 1, last)) }],
    end: Math.min(text.length, last + close.length),
  }
}

const LONGEST_ATTRIBUTES = 2000

/** Reads the attributes of an element without content: `<track_order order="A1" />`. */
function attributesAt(text: string, from: number): { readonly args: JsonObject; readonly end: number } | undefined {
  const close = text.slice(from, from + LONGEST_ATTRIBUTES).indexOf('/>')
  if (close === -1) return undefined
  const end = from + close
  const entries: [string, unknown][] = []
  for (let at = skipSpace(text, from); at < end; ) {
    const key = parseName(text, at)
    const value = key && text.charAt(key.end) === '=' ? parseLiteral(text, key.end + 1) : undefined
    if (!key || !value || value.end > end) return undefined
    entries.push([key.name, value.value])
    at = skipSpace(text, value.end)
  }
  return { args: Object.fromEntries(entries), end: end + 2 }
}

function elementArguments(inner: string): JsonObject {
  const parsed = parseLiteral(inner, 0)?.value
  if (isObject(parsed)) return parsed
  const entries: [string, unknown][] = []
  for (let at = inner.indexOf('<'); at !== -1; ) {
    const key = parseName(inner, at + 1)
    const start = key && inner.charAt(key.end) === '>' ? key.end + 1 : undefined
    const end = key && start !== undefined ? inner.indexOf(`</${key.name}>`, start) : -1
    if (!key || start === undefined || end === -1) break
    entries.push([key.name, valueIn(inner.slice(start, end))])
    at = inner.indexOf('<', end + key.name.length + 3)
  }
  return Object.fromEntries(entries)
}

type Parser = (text: string, tools: readonly OfferedTool[], names: ReadonlySet<string>) => TextCall[] | undefined

/** JSON: one call, a list of calls, or several values with `;` or space between. */
const jsonCalls: Parser = (text, _, names) => {
  const calls: TextCall[] = []
  for (let at = skipSpace(text, 0); at < text.length; ) {
    if (!'{['.includes(text.charAt(at))) return undefined
    const parsed = parseLiteral(text, at)
    const read = parsed && callsOf(parsed.value, names)
    if (!parsed || !read) return undefined
    calls.push(...read)
    at = skipSpace(text, parsed.end)
    if (text.charAt(at) === ';' || text.charAt(at) === ',') at = skipSpace(text, at + 1)
  }
  return calls
}

const NAME_FIELDS = ['name', 'tool_name', 'tool', 'function', 'function_name', 'action', 'recipient_name']
const ARGUMENT_FIELDS = ['arguments', 'parameters', 'args', 'input', 'tool_input', 'action_input', 'params', 'kwargs']
const LIST_FIELDS = ['tool_calls', 'calls', 'tool_uses']

function callsOf(value: unknown, names: ReadonlySet<string>): TextCall[] | undefined {
  if (Array.isArray(value)) {
    const calls = value.map((each) => (isObject(each) ? callsOf(each, names) : undefined))
    return calls.every((each) => each !== undefined) ? calls.flat() : undefined
  }
  if (!isObject(value)) return undefined
  const list = LIST_FIELDS.map((field) => value[field]).find(Array.isArray)
  if (list) return callsOf(list, names)
  const inner = [value.function, value.function_call, value.tool_call].find(isObject)
  if (inner) return callsOf(inner, names)
  const name = NAME_FIELDS.map((field) => calledToolName(value[field], names)).find((one) => names.has(one))
  if (name !== undefined) return [{ name, args: argumentsOf(value) }]
  // {"track_order": {"order": "A1"}}
  const [[key, only] = [], ...others] = Object.entries(value)
  return key !== undefined && others.length === 0 && names.has(key) && isObject(only)
    ? [{ name: key, args: only }]
    : undefined
}

function argumentsOf(value: JsonObject): JsonObject {
  const given = ARGUMENT_FIELDS.map((field) => value[field]).find((field) => field !== undefined)
  const read = typeof given === 'string' ? parseLiteral(given, 0)?.value : given
  return isObject(read) ? read : {}
}

/** Python: `f(a=1)`, `[f(a=1), g("x")]`, `print(f(…))`, `x = f(…)`, `f.call(a=1)`, several in lines. */
const pythonCalls: Parser = (text, tools, names) => {
  const isList = text.startsWith('[') && text.endsWith(']')
  const body = isList ? text.slice(1, -1) : text
  const calls: TextCall[] = []
  for (let at = skipSpace(body, 0); at < body.length; ) {
    const read = pythonCall(body, at, tools, names)
    if (!read) return undefined
    calls.push(read.call)
    at = skipSpace(body, read.end)
    if (',;'.includes(body.charAt(at)) && at < body.length) at = skipSpace(body, at + 1)
  }
  return calls
}

const WRAPPERS = new Set(['print', 'await', 'return'])
const MOST_WRAPPERS = 3

interface ReadCall {
  readonly call: TextCall
  readonly end: number
}

function pythonCall(
  text: string,
  from: number,
  tools: readonly OfferedTool[],
  names: ReadonlySet<string>,
  wrappers = 0,
): ReadCall | undefined {
  const called = parseName(text, from)
  if (!called || wrappers > MOST_WRAPPERS) return undefined
  const at = skipSpace(text, called.end)
  const isAssigned = text.charAt(at) === '=' && text.charAt(at + 1) !== '='
  if (isAssigned) return pythonCall(text, skipSpace(text, at + 1), tools, names, wrappers + 1)
  if (WRAPPERS.has(called.name) && text.charAt(at) !== '(') return pythonCall(text, at, tools, names, wrappers + 1)
  if (text.charAt(at) !== '(') return undefined
  if (WRAPPERS.has(called.name)) {
    const inner = pythonCall(text, skipSpace(text, at + 1), tools, names, wrappers + 1)
    const end = inner && skipSpace(text, inner.end)
    return inner && end !== undefined && text.charAt(end) === ')' ? { call: inner.call, end: end + 1 } : undefined
  }
  const name = [calledToolName(called.name, names), called.name.replace(/\.call$/, '')].find((one) => names.has(one))
  const tool = tools.find((one) => one.name === name)
  return tool && pythonArguments(text, at + 1, tool)
}

function pythonArguments(text: string, from: number, { name, parameters }: OfferedTool): ReadCall | undefined {
  const { properties } = parameters
  const order = isObject(properties) ? Object.keys(properties) : []
  const entries: [string, unknown][] = []
  let position = 0
  let next = skipSpace(text, from)
  while (text.charAt(next) !== ')') {
    const keyword = parseName(text, next)
    const equals = keyword ? skipSpace(text, keyword.end) : next
    const isNamed = keyword !== undefined && (text.charAt(equals) === '=' || text.charAt(equals) === ':')
    const item = parseLiteral(text, isNamed ? equals + 1 : next)
    if (!item) return undefined
    const key = isNamed ? keyword.name : order[position++]
    // f({"a": 1})
    if (!isNamed && isObject(item.value) && position === 1) entries.push(...Object.entries(item.value))
    else if (key === undefined) return undefined
    else entries.push([key, item.value])
    const after = behindItem(text, item.end, ')')
    if (after === undefined) return undefined
    next = after
  }
  return { call: { name, args: Object.fromEntries(entries) }, end: next + 1 }
}

/** Words and marks before, between and behind the name of a tool and its arguments. */
const BETWEEN = [
  'call:',
  'function',
  'json',
  'code',
  'commentary',
  '[ARGS]',
  'Action Input:',
  'Action:',
  'to=',
  '```json',
  '```',
  ':',
]

/** A name and JSON: `track_order {"order": "A1"}` in the forms of DeepSeek, Kimi, Mistral, Harmony and ReAct. */
const namedCalls: Parser = (text, tools, names) => {
  const calls: TextCall[] = []
  for (let at = skipBetween(text, 0); at < text.length; at = skipBetween(text, at)) {
    const named = parseName(text, at)
    const counted = named && /^:\d{1,4}/.exec(text.slice(named.end, named.end + 5))?.[0].length
    const name = named && calledToolName(named.name, names)
    if (!named || !name || !names.has(name)) return undefined
    const start = skipBetween(text, named.end + (counted ?? 0))
    if (start >= text.length) return [...calls, { name, args: {} }]
    const parsed = text.charAt(start) === '{' ? parseLiteral(text, start) : undefined
    const single = parsed ? undefined : bracketArgument(text, start, tools, name)
    const args = parsed?.value ?? single?.value
    if (!isObject(args)) return undefined
    calls.push({ name, args })
    at = parsed?.end ?? single?.end ?? text.length
  }
  return calls
}

const LONGEST_BRACKET = 500

/** Reads the one argument of ReAct's short form: `track_order[A1]`. */
function bracketArgument(text: string, at: number, tools: readonly OfferedTool[], name: string) {
  const close = text.charAt(at) === '[' ? text.slice(at, at + LONGEST_BRACKET).indexOf(']') : -1
  const { properties } = tools.find((tool) => tool.name === name)?.parameters ?? {}
  const [key] = isObject(properties) ? Object.keys(properties) : []
  if (close === -1 || key === undefined) return undefined
  return { value: { [key]: valueIn(text.slice(at + 1, at + close)) }, end: at + close + 1 }
}

function skipBetween(text: string, from: number): number {
  let at = skipSpace(text, from)
  for (let isSkipped = true; isSkipped; ) {
    isSkipped = false
    // Control tokens of any model: `<|tool_call_argument_begin|>`, `<｜tool▁sep｜>`.
    const token = /^<[|｜][^|｜<>]{0,60}[|｜]>/.exec(text.slice(at, at + 70))?.[0]
    const word =
      token ??
      BETWEEN.find(
        (each) =>
          text.startsWith(each, at) && !/^\w\w/.test(text.charAt(at + each.length - 1) + text.charAt(at + each.length)),
      )
    if (word !== undefined) {
      at = skipSpace(text, at + word.length)
      isSkipped = true
    }
  }
  return at
}

/** XML: `<invoke name="f"><parameter name="a">1</parameter></invoke>`, `<function=f><parameter=a>1`, and GLM's keys. */
const xmlCalls: Parser = (text, _, names) => {
  const calls: TextCall[] = []
  const heads = INVOKES.flatMap((mark) => positionsOf(text, mark).map((at) => ({ at, from: at + mark.length })))
  const sorted = heads.toSorted((a, b) => a.at - b.at)
  for (const [index, { from }] of sorted.entries()) {
    const end = text.indexOf('>', from)
    if (end === -1) return undefined
    const name = calledToolName(unquoted(text.slice(from, end)), names)
    const body = text.slice(end + 1, sorted[index + 1]?.at ?? text.length)
    const args = names.has(name) ? xmlArguments(body) : undefined
    if (!args) return undefined
    calls.push({ name, args })
  }
  if (calls.length > 0) return calls
  const element = text.startsWith('<') ? elementCall(text, 0, names) : undefined
  if (element) return text.slice(element.end).trim() === '' ? [...element.calls] : undefined
  const described = describedCall(text, names)
  if (described) return [described]
  const keys = text.indexOf('<arg_key>')
  const name = calledToolName(text.slice(0, keys === -1 ? 0 : keys).trim(), names)
  return names.has(name) ? [{ name, args: pairs(text, 'arg_key', 'arg_value') }] : undefined
}

/** What stands before the names of tags: nothing, Claude's namespace, and that of DeepSeek V3.2. */
const TAG_PREFIXES = ['', 'antml:', '｜DSML｜']
const INVOKES = [
  ...TAG_PREFIXES.map((prefix) => `<${prefix}invoke name=`),
  '<function=',
  '<function name=',
  '<tool name=',
  '<tool_call name=',
  '<function_call name=',
]
const PARAMETERS = [...TAG_PREFIXES.map((prefix) => `<${prefix}parameter name=`), '<parameter=', '<param name=']

/** Reads `<tool_name>f</tool_name><parameters>…</parameters>`. */
function describedCall(text: string, names: ReadonlySet<string>): TextCall | undefined {
  const content = (elements: readonly string[]) => {
    const found = elements.find((each) => text.includes(`<${each}>`))
    return found && text.split(`<${found}>`, 2)[1]?.split(`</${found}>`, 1)[0]
  }
  const name = calledToolName((content(['tool_name', 'name', 'function_name']) ?? '').trim(), names)
  return names.has(name)
    ? { name, args: elementArguments(content(['arguments', 'parameters', 'args', 'input']) ?? '') }
    : undefined
}

/** Returns the arguments of a call in XML, or JSON in its place. */
function xmlArguments(body: string): JsonObject | undefined {
  const heads = PARAMETERS.flatMap((mark) => positionsOf(body, mark).map((at) => ({ at, from: at + mark.length })))
  const sorted = heads.toSorted((a, b) => a.at - b.at)
  if (sorted.length === 0) {
    const parsed = parseLiteral(body, 0)
    if (isObject(parsed?.value)) return parsed.value
    return body.trim() === '' || body.trim().startsWith('<') ? {} : undefined
  }
  return Object.fromEntries(
    sorted.map(({ from }, index) => {
      const end = body.indexOf('>', from)
      const [name = ''] = unquoted(body.slice(from, end)).split(/["'\s]/, 1)
      const rest = body.slice(end + 1, sorted[index + 1]?.at ?? body.length)
      return [name, valueIn(rest.split('</', 1)[0] ?? '')]
    }),
  )
}

function pairs(text: string, key: string, value: string): JsonObject {
  const parts = text.split(`<${key}>`).slice(1)
  return Object.fromEntries(
    parts.map((part) => {
      const name = part.split(`</${key}>`, 1)[0] ?? ''
      const rest = part.split(`<${value}>`)[1] ?? ''
      return [name.trim(), valueIn(rest.split(`</${value}>`, 1)[0] ?? '')]
    }),
  )
}

/** Returns a value as JSON if it is JSON, else as text. The schema decides what a number in quotes becomes. */
function valueIn(text: string): unknown {
  const bare = text.trim()
  const parsed = '{['.includes(bare.charAt(0)) && bare !== '' ? parseLiteral(bare, 0) : undefined
  return parsed && parsed.end === bare.length ? parsed.value : bare
}

function unquoted(text: string): string {
  const bare = text.trim()
  return bare.startsWith('"') || bare.startsWith("'") ? (bare.slice(1).split(bare.charAt(0), 1)[0] ?? '') : bare
}

function positionsOf(text: string, mark: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) found.push(at)
  return found
}
