import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { createApiKey } from '@messaging/contract/dashboard/api-keys.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { useMe } from '../api/use-me.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { SecretBox } from '../ui/secret-box.tsx'

const FIELDS = ['name', 'permission']

/** Creates an API key, and shows its value: this once. */
export function CreateKeyDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const creating = useAction(createApiKey)
  const form = useForm<{ name: string; permission: 'full' | 'read' }>({
    initialValues: { name: '', permission: 'full' },
    validate: schemaResolver(createApiKey.body, { sync: true }),
  })
  const close = () => {
    onClose()
    form.reset()
    creating.reset()
  }
  const key = creating.data
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={key ? `${key.name} is ready` : 'Create API key'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // A stray click must not lose a key that is shown only once.
      closeOnClickOutside={!key}
      closeOnEscape={!key}
    >
      {key ? (
        <CreatedKey value={key.value} onDone={close} />
      ) : (
        <form
          noValidate
          onSubmit={form.onSubmit((body) =>
            creating.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) }),
          )}
        >
          <Stack>
            <FormError error={creating.error} fields={FIELDS} />
            <TextInput
              label="Name"
              description="What will use it, such as the name of a program."
              required
              data-autofocus
              {...form.getInputProps('name')}
            />
            <Radio.Group label="May" {...form.getInputProps('permission')}>
              <Stack gap="xs" mt="xs">
                <Radio value="full" label="Read and write" />
                <Radio value="read" label="Read" description="Changes nothing, and sees no secrets." />
              </Stack>
            </Radio.Group>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={creating.isPending}>
                Create API key
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

function CreatedKey({ value, onDone }: { readonly value: string; readonly onDone: () => void }) {
  const { data: me } = useMe()
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
        Copy it now: it is not shown again. It can take a few minutes until it works.
      </Alert>
      <SecretBox value={value} label="API key" />
      {me && (
        <div>
          <Text size="sm" mb={4}>
            Try it:
          </Text>
          <CodeBlock
            value={`curl -H 'X-API-Key: ${value}' '${me.apiBaseUrl}/api/v1/agents/'`}
            label="example request"
            wrap
          />
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  )
}
