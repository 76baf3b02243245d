import type { TemplateComponent } from '@replywright/contract/message-objects.ts'
import type { Template } from '@replywright/contract/templates.ts'
import { templateParts } from '../templates/template-parts.ts'
import { variablesOf as namesIn } from '../templates/variables.ts'
import { type Fillable, HEADER_PREFIX, type VariableValues, variableNames, variablesOf } from './template-text.ts'

/** A value that a message of a template needs. Those of the body have the name of their variable as the key. */
interface TemplateField {
  readonly key: string
  readonly label: string
  /** The sample value that the provider approved. */
  readonly sample?: string | undefined
}

const FILES: Readonly<Record<string, string>> = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' }
const FILE_KEY = 'file'
/** The parts of a location, as the provider names them. */
const PLACE = { name: 'Name of the place', address: 'Address', latitude: 'Latitude', longitude: 'Longitude' } as const
const placeKey = (part: string) => `place ${part}`
const buttonKey = (index: number) => `button ${index}`

/** Returns the values that a message of a template needs: of its header, its body and its buttons. */
export function templateFields(template: Fillable): readonly TemplateField[] {
  const { header, body, buttons } = templateParts(template.components)
  const file = FILES[header?.format ?? '']
  return [
    ...(file === undefined ? [] : [{ key: FILE_KEY, label: `Link of the ${file}` }]),
    ...(header?.format === 'LOCATION'
      ? Object.entries(PLACE).map(([part, label]) => ({ key: placeKey(part), label }))
      : []),
    ...namesIn(header?.text ?? '').map((name) => ({
      key: `${HEADER_PREFIX}${name}`,
      label: `Header {{${name}}}`,
      sample: header?.samples[name],
    })),
    ...variableNames(template).map((name) => ({ key: name, label: `{{${name}}}`, sample: body?.samples[name] })),
    ...buttons
      .filter(needsValue)
      .map(({ number, text, sample }) => ({ key: buttonKey(number - 1), label: `Button “${text}”`, sample })),
  ]
}

/** Returns whether every value that a message of a template needs is given. */
export function isFilled(template: Fillable, values: VariableValues): boolean {
  return templateFields(template).every(({ key }) => values[key]?.trim())
}

const UNSENDABLE: Readonly<Record<string, string>> = {
  CAROUSEL: 'a carousel',
  LIMITED_TIME_OFFER: 'an offer with a time limit',
  MPM: 'a list of products',
}

/** Returns what of a template the dashboard cannot ask for, or undefined if it can send it. */
export function unsendablePart({ components }: Pick<Fillable, 'components'>): string | undefined {
  const { buttons, others } = templateParts(components)
  const types = [...buttons.map(({ type }) => type), ...others]
  return types.map((type) => UNSENDABLE[type]).find((part) => part !== undefined)
}

function needsValue({ type, url }: { readonly type: string; readonly url: string | undefined }): boolean {
  return type === 'COPY_CODE' || (type === 'URL' && namesIn(url ?? '').length > 0)
}

/** Returns the template of a message with the values of its fields. */
export function templateInput(template: Fillable & Pick<Template, 'name' | 'language'>, values: VariableValues) {
  const { name, language } = template
  const components = componentsOf(template, values)
  return { name, language, variables: variablesOf(template, values), ...(components.length > 0 && { components }) }
}

function componentsOf(template: Fillable, values: VariableValues): TemplateComponent[] {
  const { header, buttons } = templateParts(template.components)
  const file = FILES[header?.format ?? '']
  const isNamed = template.parameterFormat === 'NAMED'
  const texts = namesIn(header?.text ?? '').map((name) => ({
    type: 'text',
    text: values[`${HEADER_PREFIX}${name}`],
    ...(isNamed && { parameter_name: name }),
  }))
  const place = Object.fromEntries(Object.keys(PLACE).map((part) => [part, values[placeKey(part)]?.trim()]))
  const inHeader =
    header?.format === 'LOCATION'
      ? [{ type: 'location', location: place }]
      : file === undefined
        ? texts
        : [{ type: file, [file]: { link: values[FILE_KEY] } }]
  return [
    ...(inHeader.length > 0 ? [{ type: 'header', parameters: inHeader }] : []),
    ...buttons.filter(needsValue).map(({ type, number }) => {
      const value = values[buttonKey(number - 1)]
      const isCode = type === 'COPY_CODE'
      return {
        type: 'button',
        sub_type: type.toLowerCase(),
        index: number - 1,
        parameters: [isCode ? { type: 'coupon_code', coupon_code: value } : { type: 'text', text: value }],
      }
    }),
  ]
}
