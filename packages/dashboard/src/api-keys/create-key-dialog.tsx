import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { createApiKey } from '@messaging/contract/dashboard/api-keys.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { InputOf } from '../api/send.ts'
import { useAction } from '../api/use-action.ts'
import { useMe } from '../api/use-me.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { SecretBox } from '../ui/secret-box.tsx'

/** Creates an API key and shows its value once. */
export function CreateKeyDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const creating = useAction(createApiKey)
  const form = useEndpointForm<{ name: string; permission: 'full' | 'read' }, InputOf<typeof createApiKey>>(creating, {
    initial: { name: '', permission: 'full' },
    rules: createApiKey.body,
    inputOf: (body) => ({ body }),
  })
  const close = () => {
    onClose()
    form.reset()
    creating.reset()
  }
  const key = creating.data
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={key ? 'API key created' : 'Create API key'}
      // The key is shown once, so an accidental click must not close the dialog.
      closeOnClickOutside={!key}
      closeOnEscape={!key}
    >
      {key ? (
        <CreatedKey value={key.value} onDone={close} />
      ) : (
        <EndpointForm form={form} label="Create API key" onCancel={close}>
          <TextInput
            label="Name"
            description="For example, the program that uses the key."
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Radio.Group label="Permissions" {...form.getInputProps('permission')}>
            <Stack gap="xs" mt="xs">
              <Radio
                value="full"
                label="Read and write"
                description="Can change everything in this organisation and view secrets."
              />
              <Radio value="read" label="Read-only" description="Cannot change data or view secrets." />
            </Stack>
          </Radio.Group>
        </EndpointForm>
      )}
    </Dialog>
  )
}

function CreatedKey({ value, onDone }: { readonly value: string; readonly onDone: () => void }) {
  const { data: me } = useMe()
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
        Copy the key now. It is not shown again. It may take a few minutes to become active.
      </Alert>
      <SecretBox value={value} label="API key" />
      {me && (
        <div>
          <Text size="sm" mb={4}>
            Example:
          </Text>
          <CodeBlock
            value={`curl -H 'X-API-Key: ${value}' '${me.apiBaseUrl}/api/v1/agents/'`}
            label="example request"
            wrap
          />
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  )
}
