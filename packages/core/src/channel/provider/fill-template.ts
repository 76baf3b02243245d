import type { TemplateComponent } from '@replywright/contract/message-objects.ts'
import * as v from 'valibot'
import { invalidField } from '../../platform/errors.ts'
import type { OutboundContent } from '../port.ts'
import { fill, type TemplateButton, type TemplateDefinition, variablesOf } from './template-definition.ts'
import type { TemplateItem } from './templates/template-entity.ts'

type Template = NonNullable<OutboundContent['template']>
type Values = ReadonlyMap<string, string>
type Parameter = TemplateComponent['parameters'][number]

const VARIABLES = 'template.variables'
const COMPONENTS = 'template.components'
/** The provider's limit of a body without other components; a body with them is shorter. */
const LONGEST_TEXT = 32_768

/**
 * Returns a template's message with the texts, files and buttons that the customer sees. The button of a template for
 * authentication gets the code of its body. @throws ServiceError 400 for parameters that do not match the template
 */
export function fillTemplate(
  definition: TemplateDefinition,
  content: OutboundContent,
  template: Template,
): OutboundContent {
  const given = template.components ?? []
  const values = bodyValues(definition, template, given)
  const header = fillHeader(definition, given)
  const body = definition.isForCodes && definition.body === '' ? '{{1}}' : definition.body
  const buttons = definition.buttons.map((button, index) => fillButton(button, index, definition, given, values))
  if (!definition.isPartlyKnown) requireOnlyKnownButtons(definition, given)
  const components = [...given, ...buttons.flatMap(({ added }) => added ?? [])]
  const text = [header.text, fill(body, values), definition.footer].filter((part) => part !== '').join('\n\n')
  if (text.length > LONGEST_TEXT)
    throw invalidField(VARIABLES, `must fill the template with at most ${LONGEST_TEXT} characters`)
  return {
    ...content,
    text,
    ...(definition.isMarketing && { isMarketing: true }),
    ...(header.media && { media: header.media }),
    ...(buttons.length > 0 && { buttons: buttons.map(({ shown }) => shown) }),
    template: { ...template, ...(components.length > 0 && { components }) },
  }
}

/** Returns the values of the body's variables, by name. */
function bodyValues({ isNamed, isForCodes, body }: TemplateDefinition, template: Template, given: TemplateComponent[]) {
  const names = isForCodes ? ['1'] : variablesOf(body)
  const component = ofType(given, 'body')
  const variables = variablesIn(template)
  const hasVariables = Object.keys(variables).length > 0
  if (component && hasVariables) throw invalidField(VARIABLES, 'must be empty, because template.components has a body')
  if (component) return valuesOf('body', names, isNamed, component.parameters)
  const problem = variablesProblem(isNamed ? 'NAMED' : 'POSITIONAL', names, variables)
  if (problem) throw invalidField(VARIABLES, problem)
  const entries = Object.entries(variables).map(
    ([name, value]) => [isNamed ? name : String(Number(name) + 1), value] as const,
  )
  const values = new Map(entries)
  requireValues(VARIABLES, 'body', names, values)
  return values
}

function variablesIn({ positional, named }: Template): Variables {
  return positional ?? (v.is(v.record(v.string(), v.string()), named) ? named : {})
}

function valuesOf(place: string, names: readonly string[], isNamed: boolean, parameters: readonly Parameter[]): Values {
  const values = new Map(
    parameters.map((parameter, index) => [
      isNamed ? String(parameter.parameter_name ?? '') : String(index + 1),
      textOf(parameter),
    ]),
  )
  requireValues(COMPONENTS, place, names, values)
  return values
}

const Fallback = v.object({ fallback_value: v.string() })

/** Returns the text of a parameter: a text, a currency or a time. */
function textOf(parameter: Parameter): string {
  const value = parameter[parameter.type]
  return v.is(Fallback, value) ? value.fallback_value : String(value ?? '')
}

function requireValues(path: string, place: string, names: readonly string[], values: Values): void {
  const missing = names.find((name) => !values.get(name))
  if (missing !== undefined)
    throw invalidField(path, `must have a value for {{${missing}}}, a variable of the template's ${place}`)
  for (const [name, value] of values) {
    if (!names.includes(name))
      throw invalidField(path, `must have no value for {{${name}}}: the template's ${place} has no such variable`)
    if (/[\n\t]| {5}/.test(value))
      throw invalidField(path, `must have no line break, tab or more than four spaces in a row in {{${name}}}`)
  }
}

function fillHeader({ header, isNamed, isPartlyKnown }: TemplateDefinition, given: readonly TemplateComponent[]) {
  const component = ofType(given, 'header')
  const parameters = component?.parameters ?? []
  if (!header) {
    if (component && !isPartlyKnown) throw invalidField(COMPONENTS, 'must have no header: the template has none')
    return { text: '' }
  }
  if (header.format === 'TEXT')
    return { text: fill(header.text, valuesOf('header', variablesOf(header.text), isNamed, parameters)) }
  const kind = header.format.toLowerCase()
  const value = parameters.find(({ type }) => type === kind)?.[kind]
  if (value === undefined)
    throw invalidField(COMPONENTS, `must have a header with a parameter of the type ${kind}, as the template does`)
  return shownHeader(kind, value)
}

const File = v.object({ link: v.string(), filename: v.optional(v.string()) })
const Place = v.object({ name: v.optional(v.string(), ''), address: v.optional(v.string(), '') })
/** A file's exact type is unknown until the provider has downloaded it. */
const MIME_TYPES = new Map([
  ['image', 'image/jpeg'],
  ['video', 'video/mp4'],
  ['gif', 'video/mp4'],
])

function shownHeader(kind: string, value: unknown): { text: string; media?: OutboundContent['media'] } {
  const place = kind === 'location' ? v.safeParse(Place, value) : undefined
  if (place?.success) return { text: [place.output.name, place.output.address].filter((part) => part).join(', ') }
  return v.is(File, value) ? { text: '', media: [fileOf(kind, value)] } : { text: '' }
}

/** Returns a file of a header as a message shows it. */
export function fileOf(kind: string, { link, filename }: { link: string; filename?: string | undefined }) {
  return {
    url: link,
    mimeType: MIME_TYPES.get(kind) ?? 'application/octet-stream',
    ...(filename !== undefined && { filename }),
  }
}

/** What the provider calls the buttons of a template when it is sent. */
const SUB_TYPES: Readonly<Record<string, string>> = { OTP: 'url' }

interface FilledButton {
  readonly shown: NonNullable<OutboundContent['buttons']>[number]
  /** The component that was derived from the body. */
  readonly added?: TemplateComponent
}

function fillButton(
  { type, text, url }: TemplateButton,
  index: number,
  { isForCodes }: TemplateDefinition,
  given: readonly TemplateComponent[],
  body: Values,
): FilledButton {
  const subType = SUB_TYPES[type] ?? type.toLowerCase()
  const component = given.find((one) => isButton(one) && Number(one.index) === index)
  if (component && component.sub_type?.toLowerCase() !== subType)
    throw invalidField(COMPONENTS, `must have the sub_type ${subType} for button ${index}`)
  const [parameter] = component?.parameters ?? []
  const value = parameter && textOf(parameter)
  if (isForCodes && (type === 'OTP' || type === 'URL')) {
    const code = {
      type: 'button',
      sub_type: 'url',
      index: String(index),
      parameters: [{ type: 'text', text: body.get('1') }],
    }
    return { shown: { type: 'copy_code', text }, ...(!component && { added: code }) }
  }
  const variables = type === 'URL' ? variablesOf(url) : []
  if ((variables.length > 0 || type === 'COPY_CODE') && !value)
    throw invalidField(
      COMPONENTS,
      `must have a button with the index ${index} and the sub_type ${subType}, with a parameter`,
    )
  if (type === 'URL' && variables.length === 0 && parameter)
    throw invalidField(COMPONENTS, `must have no parameter for button ${index}: its URL has no variable`)
  if (type === 'URL')
    return { shown: { type: 'url', text, url: fill(url, new Map(variables.map((name) => [name, value ?? '']))) } }
  return { shown: { type: subType, text, ...(type === 'QUICK_REPLY' && value && { quickReplyId: value }) } }
}

function requireOnlyKnownButtons({ buttons }: TemplateDefinition, given: readonly TemplateComponent[]): void {
  const unknown = given.find((one) => isButton(one) && !(Number(one.index) in buttons))
  if (unknown)
    throw invalidField(COMPONENTS, `must have no button with the index ${unknown.index}: the template has none`)
}

function isButton({ type }: TemplateComponent): boolean {
  return type.toLowerCase() === 'button'
}

function ofType(given: readonly TemplateComponent[], type: string): TemplateComponent | undefined {
  return given.find((component) => component.type.toLowerCase() === type)
}

/** Values of the variables of a template's body, by position or by name. */
export type Variables = readonly string[] | Readonly<Record<string, string>>

/** Returns why the provider would reject a template with these variables, or undefined. @param known of its body */
export function variablesProblem(
  parameterFormat: TemplateItem['parameterFormat'],
  known: readonly string[],
  variables: Variables,
): string | undefined {
  const sent = Object.keys(variables)
  const isPositional = parameterFormat === 'POSITIONAL'
  if (sent.length > 0 && isPositional !== Array.isArray(variables))
    return `must be an ${isPositional ? 'array' : 'object'}: the template is ${parameterFormat}`
  const missing = isPositional ? known.slice(sent.length) : known.filter((name) => !sent.includes(name))
  if (missing.length > 0) return `lacks ${missing.map((name) => `{{${name}}}`).join(', ')} of the template`
  const surplus = isPositional ? sent.slice(known.length) : sent.filter((name) => !known.includes(name))
  if (surplus.length === 0) return undefined
  const has = known.length === 0 ? 'no variables' : `only ${known.map((name) => `{{${name}}}`).join(', ')}`
  return `has more values than the template, which has ${has}`
}
