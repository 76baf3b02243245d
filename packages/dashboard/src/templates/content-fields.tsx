import { Button, FileButton, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  LARGEST_SAMPLE_BYTES,
  SAMPLE_TYPES,
  uploadTemplateSample,
} from '@replywright/contract/dashboard/template-samples.ts'
import { IconVariable } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormError } from '../ui/form-parts.tsx'
import { Hint } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { ButtonFields } from './button-fields.tsx'
import classes from './template.module.css'
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

const KINDS = {
  IMAGE: 'A JPEG or PNG file, at most 4 MB.',
  VIDEO: 'An MP4 file, at most 4 MB.',
  DOCUMENT: 'A PDF file, at most 4 MB.',
} as const

/** The sample file of a header. The provider reviews it with the template; customers do not get it. */
function SampleFile({
  kind,
  handle,
  onChange,
}: {
  readonly kind: keyof typeof KINDS
  /** The provider's handle of the file; empty without a sample. */
  readonly handle: string
  readonly onChange: (handle: string) => void
}) {
  const [tooLarge, setTooLarge] = useState(false)
  const uploading = useAction(uploadTemplateSample)
  const keep = useEffectEvent(onChange)
  // Not a callback of the upload: that would also be called, with an outdated form, after the field has gone.
  useEffect(() => {
    if (uploading.data) keep(uploading.data.handle)
  }, [uploading.data])
  const upload = (file: File | null) => {
    if (!file) return
    setTooLarge(file.size > LARGEST_SAMPLE_BYTES)
    if (file.size > LARGEST_SAMPLE_BYTES) return
    const body = new FormData()
    body.append('file', file)
    uploading.mutate({ body })
  }
  return (
    <div>
      <FormError error={uploading.error} />
      <Text fw={500}>Sample file</Text>
      <Hint>For the provider’s review: customers do not get it. {KINDS[kind]}</Hint>
      <Group gap="sm" mt={4}>
        <FileButton accept={SAMPLE_TYPES[kind].join(',')} onChange={upload}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={uploading.isPending}>
              {handle === '' ? 'Upload sample' : 'Replace sample'}
            </Button>
          )}
        </FileButton>
        <Text role="status">{handle === '' ? 'No sample yet' : 'Sample uploaded'}</Text>
      </Group>
      {tooLarge && (
        <Text size="xs" c="red" mt={4} role="alert">
          Must be at most 4 MB.
        </Text>
      )}
    </div>
  )
}
