import { isObject, objectAt, textOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'

/** A resource as declared in a template, with intrinsic functions. */
interface Declaration {
  readonly type: string
  readonly condition: string | undefined
  readonly properties: JsonObject
}

/** An output as declared in a template. */
export interface Output {
  readonly value: Json
  readonly condition: string | undefined
  /** Name for imports by other stacks. */
  readonly exportName: Json | undefined
}

/** A stack of the assembly: the supported parts of its template. */
export interface Stack {
  readonly name: string
  /** Whether its deletion is refused. */
  readonly terminationProtection: boolean
  readonly parameters: JsonObject
  readonly mappings: JsonObject
  readonly conditions: JsonObject
  readonly resources: ReadonlyMap<string, Declaration>
  readonly outputs: ReadonlyMap<string, Output>
}

/** Parses a template. @throws Error for a resource without a type. */
export function parseStack(name: string, template: JsonObject, terminationProtection = false): Stack {
  return {
    name,
    terminationProtection,
    parameters: objectAt(template, 'Parameters'),
    mappings: objectAt(template, 'Mappings'),
    conditions: objectAt(template, 'Conditions'),
    resources: new Map(members(template, 'Resources').map(([id, json]) => [id, parseResource(`${name}/${id}`, json)])),
    outputs: new Map(members(template, 'Outputs').map(([key, json]) => [key, parseOutput(json)])),
  }
}

function members(template: JsonObject, section: string): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectAt(template, section)).flatMap(([key, value]) =>
    isObject(value) ? [[key, value] as const] : [],
  )
}

function parseResource(path: string, json: JsonObject): Declaration {
  const type = textOf(json.Type)
  if (type === undefined) throw new Error(`${path} has no type`)
  return { type, condition: textOf(json.Condition), properties: objectAt(json, 'Properties') }
}

function parseOutput(json: JsonObject): Output {
  return {
    value: json.Value ?? null,
    condition: textOf(json.Condition),
    exportName: objectAt(json, 'Export').Name,
  }
}
