import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { IconVariable } from '@tabler/icons-react'
import { ButtonFields } from './button-fields.tsx'
import { SampleFile } from './sample-file.tsx'
import classes from './template-editor.module.css'
import { HEADER_KINDS, type TemplateForm } from './template-form.ts'
import type { Samples } from './template-parts.ts'
import { nextVariable, variablesOf } from './variables.ts'

const HEADER_NAMES = {
  NONE: 'None',
  TEXT: 'Text',
  IMAGE: 'Image',
  VIDEO: 'Video',
  DOCUMENT: 'Document',
  LOCATION: 'Location',
}

const HEADERS = Object.entries(HEADER_NAMES).map(([value, label]) => ({ value, label }))

export function ContentFields({
  form,
  format,
  onChange,
}: {
  readonly form: TemplateForm
  /** The template's `parameterFormat`. */
  readonly format: string
  readonly onChange: (form: TemplateForm) => void
}) {
  const set = (change: Partial<TemplateForm>) => onChange({ ...form, ...change })
  return (
    <Stack gap="lg">
      <Header form={form} onChange={set} />
      <Stack gap="xs">
        <Textarea
          label="Body"
          description="Formatting: *bold*, _italic_, ~strikethrough~. Use variables for values that differ per customer."
          required
          autosize
          minRows={4}
          maxRows={14}
          value={form.body}
          onChange={(event) => set({ body: event.currentTarget.value })}
        />
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconVariable size={14} aria-hidden />}
            onClick={() => set({ body: withVariable(form.body, format) })}
          >
            Add variable
          </Button>
        </Group>
        <SampleFields text={form.body} samples={form.bodySamples} onChange={(bodySamples) => set({ bodySamples })} />
      </Stack>
      <TextInput
        label="Footer"
        description="Optional. Variables are not allowed."
        value={form.footer}
        onChange={(event) => set({ footer: event.currentTarget.value })}
      />
      <ButtonFields buttons={form.buttons} onChange={(buttons) => set({ buttons })} />
    </Stack>
  )
}

function Header({
  form: { header, headerText, headerSamples, headerHandle },
  onChange,
}: {
  readonly form: TemplateForm
  readonly onChange: (change: Partial<TemplateForm>) => void
}) {
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Header"
        data={HEADERS}
        value={header}
        onChange={({ currentTarget }) =>
          onChange({ header: HEADER_KINDS.find((kind) => kind === currentTarget.value) ?? 'NONE', headerHandle: '' })
        }
      />
      {header === 'TEXT' && (
        <>
          <TextInput
            label="Header text"
            description="One line with at most one variable."
            value={headerText}
            onChange={(event) => onChange({ headerText: event.currentTarget.value })}
          />
          <SampleFields
            text={headerText}
            samples={headerSamples}
            onChange={(samples) => onChange({ headerSamples: samples })}
          />
        </>
      )}
      {(header === 'IMAGE' || header === 'VIDEO' || header === 'DOCUMENT') && (
        <SampleFile
          key={header}
          kind={header}
          handle={headerHandle}
          onChange={(handle) => onChange({ headerHandle: handle })}
        />
      )}
    </Stack>
  )
}

function withVariable(body: string, format: string): string {
  const space = body === '' || /\s$/.test(body) ? '' : ' '
  return `${body}${space}{{${nextVariable(body, format)}}}`
}

/** The sample values of a text's variables. The provider requires them, and the preview shows them. */
function SampleFields({
  text,
  samples,
  onChange,
}: {
  readonly text: string
  readonly samples: Samples
  readonly onChange: (samples: Samples) => void
}) {
  const names = variablesOf(text)
  if (names.length === 0) return null
  return (
    <div className={classes.samples}>
      {names.map((name) => (
        <TextInput
          key={name}
          size="xs"
          label={`Sample for {{${name}}}`}
          value={samples[name] ?? ''}
          onChange={(event) => onChange({ ...samples, [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}
