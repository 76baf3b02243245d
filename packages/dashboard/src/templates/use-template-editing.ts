import type { Template, TemplateInput } from '@messaging/contract/templates.ts'
import { useState } from 'react'
import { type Content, type ContentSource, contentOf, sourceOf } from './content.ts'
import { isSame } from './read-form.ts'
import { type TemplateValues, templateInput, templateValues } from './template-values.ts'

export interface TemplateEditing {
  readonly values: TemplateValues
  readonly content: Content
  readonly errors: Readonly<Record<string, string>>
  readonly isDirty: boolean
  readonly setValues: (change: Partial<TemplateValues>) => void
  readonly setSource: (source: ContentSource) => void
  readonly setErrors: (errors: Readonly<Record<string, string>>) => void
  /** Returns the request body. If it is invalid, shows the errors and returns undefined. */
  readonly check: () => TemplateInput | undefined
  /** Shows a stored version, without changes. */
  readonly show: (template: Template) => void
}

/** Starts with the stored template, and edits it until `show` replaces it. */
export function useTemplateEditing(initial: TemplateValues, components: unknown): TemplateEditing {
  const [stored, setStored] = useState({ values: initial, components })
  const [values, setValues] = useState(initial)
  const [source, setSource] = useState<ContentSource>(() => sourceOf(components))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const content = contentOf(source, values.parameterFormat)
  return {
    values,
    content,
    errors,
    isDirty: !isSame(stored, { values, components: content.components }),
    setValues: (change) => {
      setValues({ ...values, ...change })
      setErrors({})
    },
    setSource: (next) => {
      setSource(next)
      setErrors({})
    },
    setErrors,
    check: () => {
      const result = templateInput(values, content.components)
      setErrors('errors' in result ? result.errors : {})
      return 'input' in result ? result.input : undefined
    },
    show: (template) => {
      const next = { values: templateValues(template), components: template.components }
      setStored(next)
      setValues(next.values)
      // The same components keep what the form or the JSON view shows.
      if (!isSame(content.components, next.components)) setSource(sourceOf(next.components))
    },
  }
}
