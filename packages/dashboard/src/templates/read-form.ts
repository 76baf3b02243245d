import {
  BUTTON_KINDS,
  componentsOf,
  EMPTY_FORM,
  type FormButton,
  HEADER_KINDS,
  type TemplateForm,
} from './template-form.ts'
import { type TemplateButton, templateParts } from './template-parts.ts'

/** Returns the form values of components, or undefined if writing them back would change the components. */
export function readForm(components: unknown, format: string): TemplateForm | undefined {
  const { header, body, footer, buttons } = templateParts(components)
  const kind = HEADER_KINDS.find((name) => name === header?.format)
  const form: TemplateForm = {
    ...EMPTY_FORM,
    header: kind ?? 'NONE',
    headerText: header?.text ?? '',
    headerSamples: header?.samples ?? {},
    headerHandle: header?.handle ?? '',
    body: body?.text ?? '',
    bodySamples: body?.samples ?? {},
    footer: footer ?? '',
    buttons: buttons.flatMap(formButton),
  }
  return isSame(componentsOf(form, format), components) ? form : undefined
}

function formButton({ type, text, url, phoneNumber, sample }: TemplateButton, index: number): FormButton[] {
  const kind = BUTTON_KINDS.find((name) => name === type)
  if (kind === undefined) return []
  const target = { QUICK_REPLY: '', URL: url, PHONE_NUMBER: phoneNumber, COPY_CODE: sample }[kind] ?? ''
  return [
    {
      key: `read-${index}`,
      type: kind,
      text: kind === 'COPY_CODE' ? '' : text,
      target,
      sample: kind === 'URL' ? (sample ?? '') : '',
    },
  ]
}

/** Returns whether two JSON values are equal. Ignores the order of object fields. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = Object.entries(a)
  const right = new Map<string, unknown>(Object.entries(b))
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)))
}
