import type { JsonSchema } from '@replywright/contract/openapi/types.ts'

type Schema = JsonSchema | boolean
type Fields = readonly (readonly [name: string, annotation: string, description: string | undefined])[]

const KEYWORDS = ['and', 'as', 'class', 'def', 'from', 'global', 'import', 'in', 'is', 'lambda', 'not', 'or', 'pass']

/** The Python types of JSON Schemas: a TypedDict for each object, an alias for each other component. */
export class PythonTypes {
  readonly #texts: string[] = []
  readonly #taken: Set<string>
  /** Names of objects without a name of their own, by their structure. */
  readonly #anonymous = new Map<string, string>()

  constructor(components: Readonly<Record<string, JsonSchema>>) {
    this.#taken = new Set(Object.keys(components))
    for (const [name, schema] of Object.entries(components)) {
      if (schema.properties) this.#declare(name, schema)
      else this.alias(name, this.annotation(schema, name), schema.description)
    }
  }

  /** Declares another name of a type. */
  alias(name: string, annotation: string, description?: string): void {
    this.#texts.push(`${name}: TypeAlias = ${JSON.stringify(annotation)}\n${docText(description, '')}`)
  }

  /** Returns the annotation of a schema. `name` is for the TypedDicts of objects without a name. */
  annotation(schema: Schema | undefined, name: string): string {
    if (typeof schema !== 'object') return 'Any'
    if (schema.$ref) return nameOf(schema.$ref)
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
    const options = schema.anyOf ?? schema.oneOf
    if (options) return union(options.map((option, index) => this.annotation(option, name + suffix(option, index))))
    const bases = schema.allOf?.flatMap((each) => (typeof each === 'object' && each.$ref ? [nameOf(each.$ref)] : []))
    if (bases?.length) return this.#named(schema, name, (free) => this.#texts.push(classText(free, bases, true, [])))
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.annotation({ ...schema, type }, name)))
    switch (schema.type) {
      case 'string':
        return schema.format === 'binary' ? 'File' : 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `List[${this.annotation(Array.isArray(schema.items) ? undefined : schema.items, `${name}Item`)}]`
      case 'object':
        if (schema.properties && Object.keys(schema.properties).length > 0)
          return this.#named(schema, name, (free) => this.#declare(free, schema))
        return `Dict[str, ${this.annotation(schema.additionalProperties, `${name}Value`)}]`
      default:
        return 'Any'
    }
  }

  /** Returns the declarations, each behind those that it extends. */
  text(): string {
    return basesFirst(this.#texts).join('\n\n')
  }

  #named(schema: JsonSchema, name: string, declare: (name: string) => void): string {
    const structure = JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value))
    const known = this.#anonymous.get(structure)
    if (known !== undefined) return known
    let free = name
    for (let number = 2; this.#taken.has(free); number++) free = `${name}${number}`
    this.#taken.add(free)
    this.#anonymous.set(structure, free)
    declare(free)
    return free
  }

  /** Python 3.10 has no `NotRequired`, so that required fields are in a base class. */
  #declare(name: string, schema: JsonSchema): void {
    const fields = Object.entries(schema.properties ?? {}).map(([field, property]) => {
      const description = typeof property === 'object' ? property.description : undefined
      return [field, this.annotation(property, name + pascalCase(field)), description] as const
    })
    const isRequired = ([field]: Fields[number]) => schema.required?.includes(field) === true
    const isWord = ([field]: Fields[number]) => /^[a-z_]\w*$/i.test(field) && !KEYWORDS.includes(field)
    const required = fields.filter(isRequired)
    const optional = fields.filter((field) => !isRequired(field))
    const others = required.filter((field) => !isWord(field))
    const bases: string[] = []
    if (others.length > 0) {
      const entries = others.map(([field, annotation]) => `${JSON.stringify(field)}: ${JSON.stringify(annotation)}`)
      this.#texts.push(`_${name}Keywords = TypedDict("_${name}Keywords", {${entries.join(', ')}})\n`)
      bases.push(`_${name}Keywords`)
    }
    const words = required.filter(isWord)
    if (optional.length > 0 && words.length > 0) {
      this.#texts.push(classText(`_${name}Required`, bases, true, words))
      bases.splice(0, bases.length, `_${name}Required`)
    }
    const [own, total] = optional.length > 0 ? [optional, false] : [words, true]
    this.#texts.push(classText(name, bases, total, own, schema.description))
  }
}

function classText(
  name: string,
  bases: readonly string[],
  total: boolean,
  fields: Fields,
  description?: string,
): string {
  const parents = [...(bases.length > 0 ? bases : ['TypedDict']), ...(total ? [] : ['total=False'])]
  const body = fields.map(([field, annotation, text]) => `    ${field}: ${annotation}\n${docText(text, '    ')}`)
  const doc = docText(description, '    ')
  return `class ${name}(${parents.join(', ')}):\n${doc}${body.join('') || (doc ? '' : '    pass\n')}`
}

/** Returns a docstring, or an empty string if there is no text. */
export function docText(text: string | undefined, indent: string): string {
  if (!text) return ''
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')
  return `${indent}"""${escaped.replaceAll('\n', `\n${indent}`).replace(/ +$/gm, '')}"""\n`
}

/** Returns a name in camel case or with hyphens as a name of a Python class. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[^a-z\d]+)([a-z\d])/gi, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** Names the options of a union by the value that distinguishes them, such as the value of `type`. */
function suffix(option: Schema, index: number): string {
  if (typeof option !== 'object' || option.type !== 'object') return ''
  for (const property of Object.values(option.properties ?? {}))
    if (typeof property === 'object' && property.enum?.length === 1) return pascalCase(String(property.enum[0]))
  return index === 0 ? '' : String(index + 1)
}

function literal(value: unknown): string {
  if (value === null) return 'None'
  return typeof value === 'boolean' ? pascalCase(String(value)) : JSON.stringify(value)
}

function union(annotations: readonly string[]): string {
  const distinct = [...new Set(annotations)]
  if (distinct.includes('Any')) return 'Any'
  return distinct.length === 1 ? String(distinct[0]) : `Union[${distinct.join(', ')}]`
}

const CLASS = /^class (\w{1,200})\(([^()]{0,500})\):/

/** Returns the declarations in their order, except that a class stands behind the classes that it extends. */
function basesFirst(texts: readonly string[]): readonly string[] {
  const byName = new Map(texts.map((text) => [CLASS.exec(text)?.[1] ?? text, text]))
  const sorted = new Set<string>()
  const add = (text: string): void => {
    if (sorted.has(text)) return
    for (const base of CLASS.exec(text)?.[2]?.split(', ') ?? []) {
      const extended = byName.get(base)
      if (extended !== undefined && extended !== text) add(extended)
    }
    sorted.add(text)
  }
  for (const text of texts) add(text)
  return [...sorted]
}
