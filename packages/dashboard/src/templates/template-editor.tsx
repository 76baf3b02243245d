import { Alert, Button, Stack, Text, Textarea } from '@mantine/core'
import { replaceTemplate, type TemplateInput } from '@messaging/contract/templates.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { Allowed } from '../ui/allowed.tsx'
import { Bullets } from '../ui/bullets.tsx'
import { FormError } from '../ui/form-error.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Panel } from '../ui/panel.tsx'
import { SavedFields } from '../ui/saved-fields.tsx'
import { ContentFields } from './content-fields.tsx'
import { DetailsFields } from './details-fields.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { providerProblems } from './provider-rules.ts'
import classes from './template-editor.module.css'
import { templateParts } from './template-parts.ts'
import type { TemplateEditing } from './use-template-editing.ts'

const FIELDS = ['name', 'category', 'language', 'parameterFormat', 'components']
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
}: {
  readonly editing: TemplateEditing
  readonly view: 'json' | undefined
  readonly submit: string
  readonly isPending: boolean
  readonly error: unknown
  readonly onSubmit: (input: TemplateInput) => void
}) {
  const { values, content, errors, setValues, setSource } = editing
  const parts = templateParts(content.components)
  const problems = content.components === undefined ? [] : providerProblems({ ...values, parts })
  const isUntouched = values.name === '' && !editing.isDirty
  return (
    <Allowed endpoint={replaceTemplate}>
      <form
        noValidate
        className={classes.editor}
        onSubmit={(event) => {
          event.preventDefault()
          const input = editing.check()
          if (input) onSubmit(input)
        }}
      >
        <SavedFields isSaving={isPending}>
          <Panel title="Details">
            <DetailsFields values={values} errors={errors} onChange={setValues} />
          </Panel>
          <Panel title="Content">
            <div className={classes.work}>
              <div className={classes.content}>
                <LinkTabs label="Editor view" param="view" value={view} tabs={VIEWS} />
                <Stack gap="lg" mt="md">
                  {view === 'json' ? (
                    <JsonField
                      text={content.text}
                      error={errors.components ?? (content.components === undefined ? 'Invalid JSON' : undefined)}
                      onChange={(text) => setSource({ kind: 'json', text })}
                    />
                  ) : content.form ? (
                    <>
                      {errors.components && (
                        <Text size="sm" c="red" role="alert">
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
                    <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="Content not supported by the form">
                      {content.components === undefined
                        ? 'The JSON is invalid. Fix it in the JSON view.'
                        : 'The form does not support some parts of it. Edit the content in the JSON view.'}
                    </Alert>
                  )}
                </Stack>
              </div>
              <Stack className={classes.preview} gap="md">
                <PhonePreview parts={parts} />
                {problems.length > 0 && !isUntouched && (
                  <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title="Fix before publishing">
                    <Bullets>
                      {problems.map((problem) => (
                        <li key={problem}>{problem}</li>
                      ))}
                    </Bullets>
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
          <Text size="sm" c="dimmed" role="status">
            {editing.isDirty ? 'Unsaved changes' : ''}
          </Text>
          <FormError error={error} fields={FIELDS} />
        </div>
      </form>
    </Allowed>
  )
}

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
      autosize
      minRows={14}
      maxRows={32}
      spellCheck={false}
      error={error}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
