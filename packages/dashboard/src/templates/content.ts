import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { parseJson } from '../api/api-error.ts'
import {
  BUTTON_KINDS,
  componentsOf,
  EMPTY_FORM,
  type FormButton,
  HEADER_KINDS,
  type TemplateForm,
} from './template-form.ts'
import { type TemplateButton, templateParts } from './template-parts.ts'

/** The latest edited view of a template's content: the form or the JSON. */
export type ContentSource =
  | { readonly kind: 'form'; readonly form: TemplateForm }
  | { readonly kind: 'json'; readonly text: string }

/** A template's content in both views. */
export interface Content {
  /** Undefined while the JSON is invalid. */
  readonly components: unknown
  /** Undefined if the form does not support the content. */
  readonly form: TemplateForm | undefined
  readonly text: string
}

export function contentOf(source: ContentSource, format: string): Content {
  if (source.kind === 'form') {
    const components = componentsOf(source.form, format)
    return { components, form: source.form, text: jsonText(components) }
  }
  const components = parseJson(source.text)
  return { components, form: readForm(components, format), text: source.text }
}

/** Returns the initial content source of stored components. */
export function sourceOf(components: unknown): ContentSource {
  return { kind: 'json', text: jsonText(components) }
}

function jsonText(components: unknown): string {
  return stringifyExactJson(components ?? null, 2)
}

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
