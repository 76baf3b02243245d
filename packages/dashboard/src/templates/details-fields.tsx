import { NativeSelect, TextInput } from '@mantine/core'
import classes from './template-editor.module.css'
import type { TemplateValues } from './template-values.ts'
import { words } from './words.ts'

const { details } = words
const CATEGORIES = Object.entries(details.categories).map(([value, label]) => ({ value, label }))
const CATEGORY_HINTS: Readonly<Record<string, string>> = details.categoryHints
const FORMATS = Object.entries(details.formats).map(([value, label]) => ({ value, label }))
const LANGUAGES = [
  'en_US',
  'en_GB',
  'de',
  'es',
  'es_MX',
  'fr',
  'hi',
  'id',
  'it',
  'nl',
  'pl',
  'pt_BR',
  'pt_PT',
  'ru',
  'tr',
]

export function DetailsFields({
  values,
  errors,
  onChange,
}: {
  readonly values: TemplateValues
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<TemplateValues>) => void
}) {
  return (
    <div className={classes.details}>
      <TextInput
        label={details.name}
        description={details.nameHint}
        required
        autoComplete="off"
        spellCheck={false}
        value={values.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={details.language}
        description={details.languageHint}
        required
        list="template-languages"
        autoComplete="off"
        spellCheck={false}
        value={values.language}
        error={errors.language}
        onChange={(event) => onChange({ language: event.currentTarget.value })}
      />
      <datalist id="template-languages">
        {LANGUAGES.map((language) => (
          <option key={language} value={language} />
        ))}
      </datalist>
      <NativeSelect
        label={details.category}
        description={CATEGORY_HINTS[values.category] ?? ''}
        data={CATEGORIES}
        value={values.category}
        error={errors.category}
        onChange={(event) => onChange({ category: event.currentTarget.value })}
      />
      <NativeSelect
        label={details.variables}
        description={details.variablesHint}
        data={FORMATS}
        value={values.parameterFormat}
        error={errors.parameterFormat}
        onChange={(event) => onChange({ parameterFormat: event.currentTarget.value })}
      />
    </div>
  )
}
