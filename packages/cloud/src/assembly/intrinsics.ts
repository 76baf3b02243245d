import { isList, isObject, isTrue, textOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'

/** The values that intrinsic functions of one stack can refer to. */
export interface Scope {
  readonly stack: string
  /** The value of `Ref` for a parameter, pseudo parameter or resource; `undefined` represents `AWS::NoValue`. */
  readonly ref: (name: string) => Json | undefined
  readonly attribute: (logicalId: string, attribute: string) => Json
  readonly importValue: (name: string) => Json
  readonly condition: (name: string) => boolean
  readonly mapping: (map: string, first: string, second: string) => Json
  /** Replaces addresses under amazonaws.com with their local addresses. */
  readonly localize: (text: string) => string
}

/** Returns `undefined` for `AWS::NoValue`. @throws Error that names the stack for an unsupported function. */
export function evaluate(value: Json, scope: Scope): Json | undefined {
  if (isList(value)) return value.map((item) => evaluate(item, scope)).filter((item) => item !== undefined)
  if (typeof value === 'string') return plainText(value, scope)
  if (!isObject(value)) return value
  const [first, ...others] = Object.entries(value)
  if (first && others.length === 0 && isFunction(...first)) return evaluateFunction(...first, scope)
  const members = Object.entries(value).flatMap(([key, member]) => {
    const resolved = evaluate(member, scope)
    return resolved === undefined ? [] : [[key, resolved] as const]
  })
  return Object.fromEntries(members)
}

/** Evaluates a condition expression. */
export function holdsIn(expression: Json, scope: Scope): boolean {
  return isTrue(evaluate(expression, scope))
}

function plainText(text: string, { stack }: Scope): string {
  if (text.includes('{{resolve:')) throw new Error(`${stack}: dynamic references are not supported: ${text}`)
  return text
}

/** `Condition` is also an ordinary key of policies, with an object as its value. */
function isFunction(name: string, argument: Json): boolean {
  return name === 'Ref' || name.startsWith('Fn::') || (name === 'Condition' && typeof argument === 'string')
}

function evaluateFunction(name: string, argument: Json, scope: Scope): Json | undefined {
  const implementation = FUNCTIONS[name]
  if (!implementation) throw new Error(`${scope.stack}: the intrinsic function ${name} is not supported`)
  return implementation(argument, scope)
}

type Intrinsic = (argument: Json, scope: Scope) => Json | undefined

const FUNCTIONS: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, scope) => scope.ref(text(argument, scope)),
  Condition: (argument, scope) => scope.condition(text(argument, scope)),
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId = '', ...attribute] = isList(argument)
      ? argument.map((part) => text(part, scope))
      : text(argument, scope).split('.')
    return scope.attribute(logicalId, attribute.join('.'))
  },
  'Fn::ImportValue': (argument, scope) => scope.importValue(text(argument, scope)),
  'Fn::Join': (argument, scope) => {
    const [separator, items] = list(argument, scope)
    const joined = list(items, scope).map((item) => text(item, scope))
    return scope.localize(joined.join(text(separator, scope)))
  },
  'Fn::Split': (argument, scope) => {
    const [separator, source] = list(argument, scope)
    return text(source, scope).split(text(separator, scope))
  },
  'Fn::Select': (argument, scope) => {
    const [index, items] = list(argument, scope)
    const selected = list(items, scope)[Number(text(index, scope))]
    if (selected === undefined)
      throw new Error(`${scope.stack}: Fn::Select has no item at this index: ${JSON.stringify(argument)}`)
    return selected
  },
  'Fn::Sub': substitute,
  'Fn::Base64': (argument, scope) => Buffer.from(text(argument, scope)).toString('base64'),
  'Fn::FindInMap': (argument, scope) => {
    const [map, first, second] = list(argument, scope)
    return scope.mapping(text(map, scope), text(first, scope), text(second, scope))
  },
  // Evaluates only the selected branch: the other one may refer to resources that the condition excludes.
  'Fn::If': (argument, scope) => {
    const [condition = '', yes = null, no = null] = isList(argument) ? argument : []
    return evaluate(scope.condition(text(condition, scope)) ? yes : no, scope)
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = list(argument, scope)
    return JSON.stringify(textOf(left) ?? left) === JSON.stringify(textOf(right) ?? right)
  },
  'Fn::Not': (argument, scope) => !list(argument, scope).some(isTrue),
  'Fn::And': (argument, scope) => list(argument, scope).every(isTrue),
  'Fn::Or': (argument, scope) => list(argument, scope).some(isTrue),
}

function substitute(argument: Json, scope: Scope): Json {
  const [template, given = {}] = isList(argument) ? argument : [argument]
  const variables: JsonObject = isObject(given) ? given : {}
  const replaced = text(template, scope).replaceAll(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`
    const variable = variables[name]
    if (variable !== undefined) return text(variable, scope)
    const [logicalId = '', ...attribute] = name.split('.')
    return text(attribute.length > 0 ? scope.attribute(logicalId, attribute.join('.')) : scope.ref(name), scope)
  })
  return scope.localize(replaced)
}

function text(value: Json | undefined, scope: Scope): string {
  const resolved = value === undefined ? undefined : evaluate(value, scope)
  const result = textOf(resolved)
  if (result === undefined) throw new Error(`${scope.stack}: expected text, received ${JSON.stringify(resolved)}`)
  return result
}

function list(value: Json | undefined, scope: Scope): readonly Json[] {
  const resolved = value === undefined ? undefined : evaluate(value, scope)
  if (!isList(resolved)) throw new Error(`${scope.stack}: expected a list, received ${JSON.stringify(resolved)}`)
  return resolved
}
