import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  type ApiKey,
  createApiKey,
  listApiKeys,
  MOST_API_KEYS,
  revokeApiKey,
} from '@replywright/contract/dashboard/api-keys.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/call.ts'
import type { InputOf } from '../api/send.ts'
import { useMe } from '../api/use-me.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { CodeBlock, SecretBox } from '../ui/copy.tsx'
import { actions, type Column } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'

export function ApiKeysPage() {
  const query = useQuery(readList(listApiKeys, {}))
  const [isCreating, { open, close }] = useDisclosure()
  const create = (
    <Allowed endpoint={createApiKey}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        New API key
      </Button>
    </Allowed>
  )
  return (
    <Page
      title="API keys"
      description={`Keys for programs that use the API of this organisation. At most ${MOST_API_KEYS}.`}
      actions={query.data && query.data.length > 0 && create}
    >
      <ResourceList
        query={query}
        label="API keys"
        columns={COLUMNS}
        empty={
          <EmptyState icon={IconKey} title="No API keys yet" action={create}>
            Programs send the key in the header X-API-Key to use the API.
          </EmptyState>
        }
      />
      <CreateKeyDialog opened={isCreating} onClose={close} />
    </Page>
  )
}

const PERMISSION_NAMES = { full: 'Read and write', read: 'Read-only; cannot view secrets' }

const COLUMNS: readonly Column<ApiKey>[] = [
  { title: 'Name', unlabelled: true, render: ({ name }) => <strong>{name}</strong> },
  { title: 'Key', render: ({ prefix }) => <code>{prefix}…</code> },
  { title: 'Permissions', render: ({ permission }) => PERMISSION_NAMES[permission] },
  { title: 'User', render: ({ isOwn, createdBy }) => (isOwn ? 'You' : createdBy || 'User without an account') },
  { title: 'Created', render: ({ createdAt }) => <When at={createdAt} /> },
  { title: 'Last used', render: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : 'Never') },
  {
    title: 'Status',
    render: ({ status }) =>
      status === 'active' ? (
        <StatusBadge tone="good" icon={IconCircleCheck} label="Active" />
      ) : (
        <StatusBadge tone="neutral" icon={IconCircleOff} label="Revoked" />
      ),
  },
  actions(({ id, name, prefix, status }) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <LinkButton
        to="/api-requests"
        search={{ apiKeyId: id }}
        size="compact-xs"
        variant="default"
        aria-label={`Requests of ${name}`}
      >
        Requests
      </LinkButton>
      {status === 'active' && (
        <ActionButton
          button={{ label: 'Revoke', 'aria-label': `Revoke ${name}`, size: 'compact-xs' }}
          endpoint={revokeApiKey}
          input={{ params: { id } }}
          title={`Revoke ${name}?`}
          confirm="Revoke key"
          danger
          done="API key revoked"
        >
          Requests using <code>{prefix}…</code> stop working within 15 seconds. This cannot be undone.
        </ActionButton>
      )}
    </Group>
  )),
]

/** Creates an API key and shows its value once. */
function CreateKeyDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const creating = useAction(createApiKey)
  const form = useEndpointForm<{ name: string; permission: 'full' | 'read' }, InputOf<typeof createApiKey>>(creating, {
    initial: { name: '', permission: 'full' },
    rules: createApiKey.body,
    inputOf: (body) => ({ body }),
  })
  const close = () => {
    // The key would be created, and never shown.
    if (creating.isPending) return
    onClose()
    form.reset()
    creating.reset()
  }
  const key = creating.data
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={key ? 'API key created' : 'New API key'}
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
    </Modal>
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
          <Text mb={4}>Example:</Text>
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
