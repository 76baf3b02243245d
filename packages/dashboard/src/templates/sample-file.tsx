import { Button, FileButton, Group, Text } from '@mantine/core'
import {
  LARGEST_SAMPLE_BYTES,
  SAMPLE_TYPES,
  uploadTemplateSample,
} from '@messaging/contract/dashboard/template-samples.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { FormError } from '../ui/form-error.tsx'

const KINDS = {
  IMAGE: 'A JPEG or PNG file, at most 4 MB.',
  VIDEO: 'An MP4 file, at most 4 MB.',
  DOCUMENT: 'A PDF file, at most 4 MB.',
} as const

/** The sample file of a header. The provider reviews it with the template; customers do not get it. */
export function SampleFile({
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
  const uploading = useAction(uploadTemplateSample, { onDone: (result) => onChange(result.handle) })
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
      <Text size="sm" fw={500}>
        Sample file
      </Text>
      <Text size="xs" c="dimmed">
        For the provider’s review: customers do not get it. {KINDS[kind]}
      </Text>
      <Group gap="sm" mt={4}>
        <FileButton accept={SAMPLE_TYPES[kind].join(',')} onChange={upload}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={uploading.isPending}>
              {handle === '' ? 'Upload sample' : 'Replace sample'}
            </Button>
          )}
        </FileButton>
        <Text size="sm" role="status">
          {handle === '' ? 'No sample yet' : 'Sample uploaded'}
        </Text>
      </Group>
      {tooLarge && (
        <Text size="xs" c="red" mt={4} role="alert">
          Must be at most 4 MB.
        </Text>
      )}
    </div>
  )
}
