import * as v from 'valibot'
import type { MessageTemplate } from '../templates.ts'
import type { BusinessNumber } from '../webhook-envelopes.ts'
import type { World } from '../world.ts'
import { GraphError } from './graph-error.ts'
import type { OutboundMessage } from './message-schema.ts'

type TemplateMessage = Extract<OutboundMessage, { type: 'template' }>['template']
type Given = NonNullable<TemplateMessage['components']>[number]
type Parameter = Given['parameters'][number]

const LONGEST_BODY = 1024
/** Of a body that is the template's only component. */
const LONGEST_SINGLE_BODY = 32_768

/** @throws GraphError if a number cannot send the template, or its parameters do not match */
export function requireSendable({ wabaId }: BusinessNumber, message: TemplateMessage, { templates }: World): void {
  const { name, language, components = [] } = message
  const template = templates.of(wabaId).find((one) => one.name === name && one.language === language.code)
  requireApproved(template, message)
  const definition = templateDefinition(template)
  if (definition.isOpaque) return
  const given = (type: string) => components.filter((component) => component.type.toLowerCase() === type)
  checkHeader(definition, given('header')[0])
  checkBody(definition, given('body')[0])
  for (const button of definition.buttons) checkButton(button, given('button').find(isAt(button)))
  const extra = given('button').find((one) => !definition.buttons.some((button) => isAt(button)(one)))
  if (extra) throw invalid(`buttons: the template has no button at index ${extra.index}`)
}

const isAt =
  ({ index }: ButtonDefinition) =>
  (given: Given) =>
    Number(given.index) === index

function requireApproved(
  template: MessageTemplate | undefined,
  { name, language }: TemplateMessage,
): asserts template is MessageTemplate {
  if (template?.status === 'PAUSED') throw new GraphError({ code: 132015 })
  if (template?.status === 'DISABLED') throw new GraphError({ code: 132016 })
  if (template?.status !== 'APPROVED')
    throw new GraphError({ code: 132001, details: `template name (${name}) does not exist in ${language.code}` })
}

function checkHeader({ header, isNamed }: TemplateDefinition, given: Given | undefined): void {
  const parameters = given?.parameters ?? []
  if (header.format === 'NONE' || header.format === 'TEXT') {
    checkTexts('header', header.variables, isNamed, parameters)
    return
  }
  const [parameter] = parameters
  const received = parameter?.type.toUpperCase() ?? 'UNKNOWN'
  if (received !== header.format)
    throw new GraphError({
      code: 132012,
      details: `header: Format mismatch, expected ${header.format}, received ${received}`,
    })
  requireOwnValue('header', parameter)
}

function checkBody({ body, isNamed, components }: TemplateDefinition, given: Given | undefined): void {
  const parameters = given?.parameters ?? []
  checkTexts('body', body.variables, isNamed, parameters)
  const length = parameters.reduce((sum, { text = '' }) => sum + text.length, body.text.length)
  const longest = components === 1 ? LONGEST_SINGLE_BODY : LONGEST_BODY
  if (length > longest + body.variables.length * '{{1}}'.length)
    throw new GraphError({ code: 132005, details: `body: translated text is longer than ${longest} characters` })
}

function checkTexts(
  place: string,
  variables: readonly string[],
  isNamed: boolean,
  parameters: readonly Parameter[],
): void {
  if (isNamed && parameters.some(({ parameter_name }) => !parameter_name))
    throw new GraphError({ code: 100, message: 'Invalid parameter', details: 'Parameter name is missing or empty' })
  if (parameters.length !== variables.length)
    throw new GraphError({
      code: 132000,
      details: `${place}: number of localizable_params (${parameters.length}) does not match the expected number of params (${variables.length})`,
    })
  const names = parameters.map(({ parameter_name }) => parameter_name)
  const missing = isNamed ? variables.find((name) => !names.includes(name)) : undefined
  if (missing !== undefined)
    throw new GraphError({
      code: 100,
      message: 'Invalid parameter',
      details: `${place}: parameter ${missing} is missing`,
    })
  for (const parameter of parameters) checkText(place, parameter)
}

function checkText(place: string, parameter: Parameter): void {
  if (!['text', 'currency', 'date_time'].includes(parameter.type))
    throw new GraphError({ code: 132012, details: `${place}: expected a text parameter, received ${parameter.type}` })
  requireOwnValue(place, parameter)
  if (/[\n\t]| {5}/.test(parameter.text ?? ''))
    throw invalid('Param text cannot have new-line/tab characters or more than 4 consecutive spaces')
}

function requireOwnValue(place: string, parameter: Parameter | undefined): void {
  const value: unknown = parameter && v.parse(v.record(v.string(), v.unknown()), parameter)[parameter.type]
  if (value === undefined || value === '')
    throw new GraphError({
      code: 131008,
      details: `${place}: parameter of type ${parameter?.type} is missing its value`,
    })
}

const SUB_TYPES: Readonly<Record<string, string>> = {
  URL: 'url',
  OTP: 'url',
  COPY_CODE: 'copy_code',
  QUICK_REPLY: 'quick_reply',
  FLOW: 'flow',
}

function checkButton({ index, type, needsParameter }: ButtonDefinition, given: Given | undefined): void {
  const [parameter] = given?.parameters ?? []
  if (needsParameter && !parameter)
    throw new GraphError({
      code: 131008,
      details: `buttons: Button at index ${index} of type ${type} requires a parameter`,
    })
  if (!given) return
  if (given.sub_type?.toLowerCase() !== SUB_TYPES[type])
    throw new GraphError({ code: 132012, details: `buttons: Button at index ${index} has the type ${type}` })
  if (parameter && type === 'URL' && !needsParameter) throw invalid(`buttons: Button at index ${index} has no variable`)
  if (parameter) requireOwnValue(`buttons: Button at index ${index}`, parameter)
}

function invalid(details: string): GraphError {
  return new GraphError({ code: 132018, details })
}

const upper = v.pipe(v.string(), v.toUpperCase())
const Component = v.object({
  type: upper,
  format: v.optional(upper),
  text: v.optional(v.string(), ''),
  buttons: v.optional(v.array(v.object({ type: upper, url: v.optional(v.string(), '') })), []),
})

interface ButtonDefinition {
  readonly index: number
  readonly type: string
  readonly needsParameter: boolean
}

/** What a template expects of a message. */
interface TemplateDefinition {
  readonly isNamed: boolean
  /** The format is `NONE` without a header. */
  readonly header: { readonly format: string; readonly variables: readonly string[] }
  readonly body: { readonly text: string; readonly variables: readonly string[] }
  readonly buttons: readonly ButtonDefinition[]
  /** The number of components. */
  readonly components: number
  /** Has components that are not checked, such as a carousel. */
  readonly isOpaque: boolean
}

const KNOWN = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS']

function templateDefinition({ category, parameter_format, components }: MessageTemplate): TemplateDefinition {
  const known = components.map((component) => v.parse(Component, component))
  const find = (type: string) => known.find((component) => component.type === type)
  const [header, body, buttons] = [find('HEADER'), find('BODY'), find('BUTTONS')]
  return {
    isNamed: parameter_format === 'NAMED',
    header: { format: header ? (header.format ?? 'TEXT') : 'NONE', variables: variablesOf(header?.text) },
    // The provider writes the text of a template for authentication. Its variable is the code.
    body: { text: body?.text ?? '', variables: category === 'AUTHENTICATION' ? ['1'] : variablesOf(body?.text) },
    buttons: (buttons?.buttons ?? []).map(({ type, url }, index) => ({
      index,
      type,
      needsParameter: ['OTP', 'COPY_CODE'].includes(type) || (type === 'URL' && variablesOf(url).length > 0),
    })),
    components: known.length,
    isOpaque: known.some(({ type }) => !KNOWN.includes(type)),
  }
}

function variablesOf(text = ''): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map(([, name = '']) => name))]
}
