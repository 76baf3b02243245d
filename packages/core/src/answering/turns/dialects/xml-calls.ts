import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import { calledToolName } from '../../../agents/models/standard-response.ts'
import { parseLiteral, parseName, skipSpace, valueIn } from './literals.ts'
import type { Parser, TextCall } from './text-call.ts'

/** Reads an element with the name of a tool: `<track_order>{"order": "A1"}</track_order>`, or with an element for each argument. */
export function elementCall(
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

/** XML: `<invoke name="f"><parameter name="a">1</parameter></invoke>`, `<function=f><parameter=a>1`, and GLM's keys. */
export const xmlCalls: Parser = (text, _, names) => {
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

function unquoted(text: string): string {
  const bare = text.trim()
  return bare.startsWith('"') || bare.startsWith("'") ? (bare.slice(1).split(bare.charAt(0), 1)[0] ?? '') : bare
}

function positionsOf(text: string, mark: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) found.push(at)
  return found
}
