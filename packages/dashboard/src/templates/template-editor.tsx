import { Alert, Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { LIFETIMES } from '@replywright/contract/message-lifetime.ts'
import { replaceTemplate, type Template, type TemplateInput } from '@replywright/contract/templates.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Allowed } from '../ui/allowed.tsx'
import type { SavedFormProps } from '../ui/endpoint-form.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { FIELD_ORDER, FormError, SavedFields } from '../ui/form-parts.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Panel } from '../ui/page.tsx'
import { Sentences } from '../ui/text.tsx'
import { type Content, type ContentSource, contentOf, isSame, sourceOf } from './content.ts'
import { ContentFields } from './content-fields.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { providerProblems } from './provider-rules.ts'
import { CATEGORY_NAMES } from './provider-words.ts'
import classes from './template.module.css'
import { templateParts } from './template-parts.ts'
import { formField, type TemplateValues, templateInput, templateValues } from './template-values.ts'

const FIELDS = [
  ...['name', 'category', 'language', 'parameterFormat', 'components'],
  ...['messageSendTtlSeconds', 'libraryTemplate'],
]
const VIEWS = [
  { value: undefined, label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

export function TemplateEditor({
  editing,
  view,
  submit,
  isPending,
  error,
  onSubmit,
}: SavedFormProps<TemplateInput> & { readonly editing: TemplateEditing; readonly view: 'json' | undefined }) {
  const { values, content, errors, setValues, setSource } = editing
  const parts = templateParts(content.components)
  const isOfLibrary = values.libraryName.trim() !== ''
  const problems = content.components === undefined ? [] : providerProblems({ ...values, parts, isOfLibrary })
  const isUntouched = values.name === '' && !editing.isDirty
  return (
    <Allowed endpoint={replaceTemplate}>
      <form
        noValidate
        className={classes.editor}
        onSubmit={(event) => {
          event.preventDefault()
          const input = editing.check()
          if (input) onSubmit(input, (failure) => editing.setErrors(renamed(fieldErrors(failure, FIELDS))))
        }}
      >
        <SavedFields isSaving={isPending}>
          <Panel title="Details">
            <DetailsFields values={values} errors={errors} onChange={setValues} />
          </Panel>
          <Panel title="Content">
            <div className={classes.work}>
              <div className={classes.content}>
                {isOfLibrary ? (
                  <LibraryInputs values={values} errors={errors} onChange={setValues} />
                ) : (
                  <>
                    <LinkTabs label="Editor view" param="view" value={view} tabs={VIEWS} />
                    <Stack gap="lg" mt="md">
                      {view === 'json' ? (
                        <JsonField
                          text={content.text}
                          error={errors.components ?? (content.components === undefined ? 'Invalid JSON.' : undefined)}
                          onChange={(text) => setSource({ kind: 'json', text })}
                        />
                      ) : content.form ? (
                        <>
                          {errors.components && (
                            <Text c="red" role="alert">
                              {errors.components}
                            </Text>
                          )}
                          <ContentFields
                            form={content.form}
                            format={values.parameterFormat}
                            onChange={(form) => setSource({ kind: 'form', form })}
                          />
                        </>
                      ) : (
                        <Alert
                          color="gray"
                          icon={<IconInfoCircle aria-hidden />}
                          title="Content not supported by the form"
                        >
                          {content.components === undefined
                            ? 'The JSON is invalid. Fix it in the JSON view.'
                            : 'The form does not support some parts of it. Edit the content in the JSON view.'}
                        </Alert>
                      )}
                    </Stack>
                  </>
                )}
              </div>
              <Stack className={classes.preview} gap="md">
                <PhonePreview parts={parts} />
                {problems.length > 0 && !isUntouched && (
                  <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title="Fix before publishing">
                    <Sentences sentences={problems} />
                  </Alert>
                )}
              </Stack>
            </div>
          </Panel>
        </SavedFields>
        <div className={classes.save}>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
          <Text c="dimmed" role="status">
            {editing.isDirty ? 'Unsaved changes' : ''}
          </Text>
          <FormError error={error} fields={FIELDS} />
        </div>
      </form>
    </Allowed>
  )
}

function renamed(errors: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).map(([path, text]) => [formField(path), text]))
}

/** What a template of the provider's library lets a business choose. */
function LibraryInputs({ values, errors, onChange }: DetailsProps) {
  return (
    <Textarea
      className={classes.json}
      label="Inputs of the library template"
      description="JSON with bodyInputs and buttonInputs in the provider’s format. The provider has the texts."
      placeholder={LIBRARY_EXAMPLE}
      minRows={8}
      maxRows={32}
      spellCheck={false}
      error={errors.libraryInputs}
      value={values.libraryInputs}
      onChange={(event) => onChange({ libraryInputs: event.currentTarget.value })}
    />
  )
}

const LIBRARY_EXAMPLE = '{ "buttonInputs": [{ "type": "URL", "url": { "base_url": "https://example.com/{{1}}" } }] }'

/** A template's components as JSON, for content that the form does not support. */
function JsonField({
  text,
  error,
  onChange,
}: {
  readonly text: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}) {
  return (
    <Textarea
      className={classes.json}
      label="Components"
      description="Template components in the provider’s format, at most 64 KB."
      minRows={14}
      maxRows={32}
      spellCheck={false}
      error={error}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

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

function lifetimeHint(category: string): string {
  const range = Object.entries(LIFETIMES).find(([name]) => name === category)?.[1]
  return range ? `${range[0].toLocaleString('en')} to ${range[1].toLocaleString('en')}` : ''
}

interface DetailsProps {
  readonly values: TemplateValues
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<TemplateValues>) => void
}

function DetailsFields({ values, errors, onChange }: DetailsProps) {
  return (
    <div className={classes.details}>
      <TextInput
        inputWrapperOrder={FIELD_ORDER}
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
        inputWrapperOrder={FIELD_ORDER}
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
        inputWrapperOrder={FIELD_ORDER}
        label="Category"
        description={CATEGORY_HINTS[values.category] ?? ''}
        data={CATEGORIES}
        value={values.category}
        error={errors.category}
        onChange={(event) => onChange({ category: event.currentTarget.value })}
      />
      <NativeSelect
        inputWrapperOrder={FIELD_ORDER}
        label="Variables"
        description="Variable format."
        data={FORMATS}
        value={values.parameterFormat}
        error={errors.parameterFormat}
        onChange={(event) => onChange({ parameterFormat: event.currentTarget.value })}
      />
      <TextInput
        inputWrapperOrder={FIELD_ORDER}
        label="Lifetime in seconds"
        description={`Messages fail if not delivered by then: ${lifetimeHint(values.category)}. Empty: the provider’s default.`}
        inputMode="numeric"
        autoComplete="off"
        value={values.lifetime}
        error={errors.lifetime}
        onChange={(event) => onChange({ lifetime: event.currentTarget.value })}
      />
      <TextInput
        inputWrapperOrder={FIELD_ORDER}
        label="Library template"
        description="Name in the provider’s template library. Empty for your own content."
        autoComplete="off"
        spellCheck={false}
        value={values.libraryName}
        error={errors.libraryName}
        onChange={(event) => onChange({ libraryName: event.currentTarget.value })}
      />
    </div>
  )
}

interface TemplateEditing {
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
