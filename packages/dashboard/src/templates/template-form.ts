import type { Samples } from './template-parts.ts'
import { isPosition, variablesOf } from './variables.ts'

export const HEADER_KINDS = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const
type HeaderKind = (typeof HEADER_KINDS)[number]
export const BUTTON_KINDS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const
export type ButtonKind = (typeof BUTTON_KINDS)[number]
export const BUTTON_NAMES: Readonly<Record<ButtonKind, string>> = {
  QUICK_REPLY: 'Quick reply',
  URL: 'Open a URL',
  PHONE_NUMBER: 'Call a number',
  COPY_CODE: 'Copy a code',
}

/** The form values of a button. `target` is its URL, phone number or code. `sample` is for the URL's variable. */
export interface FormButton {
  readonly key: string
  readonly type: ButtonKind
  readonly text: string
  readonly target: string
  readonly sample: string
}

export interface TemplateForm {
  readonly header: HeaderKind
  readonly headerText: string
  readonly headerSamples: Samples
  /** The provider's handle of the sample file. */
  readonly headerHandle: string
  readonly body: string
  readonly bodySamples: Samples
  readonly footer: string
  readonly buttons: readonly FormButton[]
}

export const EMPTY_FORM: TemplateForm = {
  header: 'NONE',
  headerText: '',
  headerSamples: {},
  headerHandle: '',
  body: '',
  bodySamples: {},
  footer: '',
  buttons: [],
}

/** Returns the provider's components for the form values. `format` is the template's `parameterFormat`. */
export function componentsOf(form: TemplateForm, format: string): unknown[] {
  const { body, bodySamples, footer, buttons } = form
  return [
    ...headerOf(form, format),
    ...(body === ''
      ? []
      : [
          {
            type: 'BODY',
            text: body,
            ...example(body, bodySamples, format, {
              positional: (values) => ({ body_text: [values] }),
              named: 'body_text_named_params',
            }),
          },
        ]),
    ...(footer === '' ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buttonOf) }]),
  ]
}

function headerOf({ header, headerText, headerSamples, headerHandle }: TemplateForm, format: string): unknown[] {
  if (header === 'NONE') return []
  if (header !== 'TEXT')
    return [{ type: 'HEADER', format: header, ...(headerHandle && { example: { header_handle: [headerHandle] } }) }]
  return [
    {
      type: 'HEADER',
      format: 'TEXT',
      text: headerText,
      ...example(headerText, headerSamples, format, {
        positional: (values) => ({ header_text: values }),
        named: 'header_text_named_params',
      }),
    },
  ]
}

/** Returns the `example` of a text with variables, or an empty object if there is no sample. */
function example(
  text: string,
  samples: Samples,
  format: string,
  as: { readonly positional: (values: string[]) => object; readonly named: string },
): object {
  const names = variablesOf(text)
  if (!names.some((name) => samples[name])) return {}
  if (format === 'NAMED')
    return { example: { [as.named]: names.map((name) => ({ param_name: name, example: samples[name] ?? '' })) } }
  const last = Math.max(0, ...names.filter(isPosition).map(Number))
  return { example: as.positional(Array.from({ length: last }, (_, index) => samples[String(index + 1)] ?? '')) }
}

function buttonOf({ type, text, target, sample }: FormButton): object {
  switch (type) {
    case 'QUICK_REPLY':
      return { type, text }
    case 'URL':
      return { type, text, url: target, ...(sample && { example: [sample] }) }
    case 'PHONE_NUMBER':
      return { type, text, phone_number: target }
    case 'COPY_CODE':
      return { type, example: target }
  }
}
