import { Autocomplete, Button, Group, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { MediaInput } from '@messaging/contract/messages.ts'
import { FormError } from '../../ui/form-error.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import classes from './composer.module.css'
import { MIME_TYPES, mimeTypeOf } from './mime-types.ts'
import { useSend } from './use-send.ts'

const FIELDS = ['url', 'mimeType', 'caption'] as const
const EMPTY = { url: '', mimeType: '', caption: '' }

/** Sends a file by URL. The provider downloads the file. */
export function MediaComposer({ conversationId }: { readonly conversationId: string }) {
  const form = useForm({
    initialValues: EMPTY,
    validate: schemaResolver(MediaInput.entries.media, { sync: true }),
  })
  const { send, isSending, error } = useSend(conversationId, () => form.setValues(EMPTY))
  const submit = form.onSubmit(({ url, mimeType, caption }) =>
    send({ type: 'media', media: { url, mimeType, ...(caption && { caption }) } }, (refusal) =>
      form.setErrors(fieldErrors(refusal, FIELDS)),
    ),
  )
  const url = form.getInputProps('url')
  const guess = () => {
    const guessed = mimeTypeOf(form.values.url)
    if (guessed !== undefined && form.values.mimeType === '') form.setFieldValue('mimeType', guessed)
  }
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <FormError error={error} fields={FIELDS} />
      <TextInput
        label="File URL"
        type="url"
        placeholder="https://example.com/price-list.pdf"
        required
        {...url}
        onBlur={guess}
      />
      <Group gap="xs" align="start" grow>
        <Autocomplete
          label="MIME type"
          placeholder="image/jpeg"
          data={MIME_TYPES}
          required
          {...form.getInputProps('mimeType')}
        />
        <TextInput label="Caption" {...form.getInputProps('caption')} />
      </Group>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          The file must be reachable from the internet.
        </Text>
        <Button type="submit" size="xs" loading={isSending}>
          Send
        </Button>
      </Group>
    </form>
  )
}
