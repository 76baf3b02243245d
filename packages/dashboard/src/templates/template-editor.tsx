import { Alert, Button, Stack, Text } from '@mantine/core'
import { replaceTemplate, type TemplateInput } from '@messaging/contract/templates.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { Allowed } from '../ui/allowed.tsx'
import { Bullets } from '../ui/bullets.tsx'
import { FormError } from '../ui/form-error.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Panel } from '../ui/panel.tsx'
import { ContentFields } from './content-fields.tsx'
import { DetailsFields } from './details-fields.tsx'
import { JsonField } from './json-field.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { providerProblems } from './provider-rules.ts'
import classes from './template-editor.module.css'
import { templateParts } from './template-parts.ts'
import type { TemplateEditing } from './use-template-editing.ts'
import { words } from './words.ts'

const FIELDS = ['name', 'category', 'language', 'parameterFormat', 'components']
const VIEWS = [
  { value: undefined, label: words.editor.form },
  { value: 'json', label: words.editor.json },
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
        <Panel title={words.editor.details}>
          <DetailsFields values={values} errors={errors} onChange={setValues} />
        </Panel>
        <Panel title={words.editor.content}>
          <div className={classes.work}>
            <div className={classes.content}>
              <LinkTabs label={words.editor.views} param="view" value={view} tabs={VIEWS} />
              <Stack gap="lg" mt="md">
                {view === 'json' ? (
                  <JsonField
                    text={content.text}
                    error={
                      errors.components ?? (content.components === undefined ? words.editor.invalidJson : undefined)
                    }
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
                  <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={words.editor.notSupported}>
                    {content.components === undefined ? words.editor.fixJson : words.editor.useJson}
                  </Alert>
                )}
              </Stack>
            </div>
            <Stack className={classes.preview} gap="md">
              <PhonePreview parts={parts} />
              {problems.length > 0 && !isUntouched && (
                <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title={words.editor.fixFirst}>
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
        <div className={classes.save}>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {editing.isDirty ? words.saving.unsaved : ''}
          </Text>
          <FormError error={error} fields={FIELDS} />
        </div>
      </form>
    </Allowed>
  )
}
