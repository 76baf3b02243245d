import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import { parseJson } from '../api/api-error.ts'
import { readForm } from './read-form.ts'
import { componentsOf, type TemplateForm } from './template-form.ts'

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
