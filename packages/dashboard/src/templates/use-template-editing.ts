import type { Template, TemplateInput } from '@messaging/contract/templates.ts'
import { useState } from 'react'
import { type Content, type ContentSource, contentOf, sourceOf } from './content.ts'
import { isSame } from './read-form.ts'
import { type TemplateValues, templateInput, templateValues } from './template-values.ts'

/** A template that is being edited. */
export interface TemplateEditing {
  readonly values: TemplateValues
  readonly content: Content
  readonly errors: Readonly<Record<string, string>>
  /** Whether it differs from what was saved last. */
  readonly isDirty: boolean
  readonly setValues: (change: Partial<TemplateValues>) => void
  readonly setSource: (source: ContentSource) => void
  readonly setErrors: (errors: Readonly<Record<string, string>>) => void
  /** What is to be sent; undefined when something is wrong with it, which is shown. */
  readonly check: () => TemplateInput | undefined
  /** Says what is saved now. */
  readonly saved: (template: Template) => void
}

/** Begins with what is stored; what is read again later does not touch it. */
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
    saved: (template) => setStored({ values: templateValues(template), components: template.components }),
  }
}
