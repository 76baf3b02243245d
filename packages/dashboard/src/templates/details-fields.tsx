import { NativeSelect, TextInput } from '@mantine/core'
import { CATEGORY_NAMES } from './provider-words.ts'
import classes from './template-editor.module.css'
import type { TemplateValues } from './template-values.ts'

const FORMAT_NAMES = { POSITIONAL: 'Numbers: {{1}}, {{2}}', NAMED: 'Names: {{first_name}}' }

const CATEGORY_HINTS: Readonly<Record<string, string>> = {
  UTILITY: 'Updates about a customer’s order or account.',
  MARKETING: 'Offers and news.',
  AUTHENTICATION: 'Verification codes. The provider sets the text.',
}

const CATEGORIES = Object.entries(CATEGORY_NAMES).map(([value, label]) => ({ value, label }))
const FORMATS = Object.entries(FORMAT_NAMES).map(([value, label]) => ({ value, label }))
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
        label="Name"
        description="Lowercase letters, digits and underscores, e.g. order_update."
        required
        autoComplete="off"
        spellCheck={false}
        value={values.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Language"
        description="Language code, e.g. en_US."
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
        label="Category"
        description={CATEGORY_HINTS[values.category] ?? ''}
        data={CATEGORIES}
        value={values.category}
        error={errors.category}
        onChange={(event) => onChange({ category: event.currentTarget.value })}
      />
      <NativeSelect
        label="Variables"
        description="Variable format."
        data={FORMATS}
        value={values.parameterFormat}
        error={errors.parameterFormat}
        onChange={(event) => onChange({ parameterFormat: event.currentTarget.value })}
      />
    </div>
  )
}
