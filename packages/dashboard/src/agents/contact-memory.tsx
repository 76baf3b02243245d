import { ActionIcon, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import {
  changeContactMemory,
  eraseContactMemory,
  getContactMemory,
  type ContactMemory as Memory,
} from '@replywright/contract/dashboard/contact-memory.ts'
import { IconEraser, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseJson } from '../api/api-error.ts'
import { read } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { DialogButtons, FormError } from '../ui/form-parts.tsx'
import { Loaded } from '../ui/page.tsx'
import { Hint } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'

type Key = Memory['agents'][number]['keys'][number]

/** What agents remember about the customer of a conversation. Values can be changed and erased. */
export function ContactMemory({ conversationId }: { readonly conversationId: string }) {
  const params = { id: conversationId }
  const query = useQuery(read(getContactMemory, { params }))
  const [edited, setEdited] = useState<{ readonly agentId: string; readonly key: Key }>()
  const erasing = useAction(eraseContactMemory, { done: 'Memory erased' })
  return (
    <Loaded query={query}>
      {({ agents }) => (
        <Stack gap="sm">
          {agents.length === 0 && <Text c="dimmed">The agents of this conversation have no memory keys.</Text>}
          {agents.map((agent) => (
            <div key={agent.id}>
              <Hint mb={4}>{agent.name}</Hint>
              <Facts>
                {agent.keys.map((key) => (
                  <Fact key={key.id} name={key.key}>
                    <Group gap={4} wrap="nowrap" justify="space-between">
                      <span>{key.value === null ? 'Not known' : textOf(key.value)}</span>
                      <Allowed endpoint={changeContactMemory}>
                        <Group gap={0} wrap="nowrap">
                          <ActionIcon
                            aria-label={`Change ${key.key}`}
                            onClick={() => setEdited({ agentId: agent.id, key })}
                          >
                            <IconPencil size={14} aria-hidden />
                          </ActionIcon>
                          {key.value !== null && (
                            <ActionIcon
                              aria-label={`Erase ${key.key}`}
                              onClick={() => erasing.run({ params, body: { agentId: agent.id, keyId: key.id } })}
                            >
                              <IconEraser size={14} aria-hidden />
                            </ActionIcon>
                          )}
                        </Group>
                      </Allowed>
                    </Group>
                  </Fact>
                ))}
              </Facts>
            </div>
          ))}
          {agents.some(({ keys }) => keys.some(({ value }) => value !== null)) && (
            <ActionButton
              button={{ label: 'Erase all', size: 'xs' }}
              endpoint={eraseContactMemory}
              input={{ params, body: {} }}
              title="Erase the memory of this customer?"
              confirm="Erase all"
              danger
              done="Memory erased"
            >
              All agents forget what they remember about this customer. They can still read the messages of the current
              session.
            </ActionButton>
          )}
          {edited && (
            <EditDialog
              conversationId={conversationId}
              agentId={edited.agentId}
              memoryKey={edited.key}
              onClose={() => setEdited(undefined)}
            />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function EditDialog({
  conversationId,
  agentId,
  memoryKey: { id: keyId, key: name, type, value },
  onClose,
}: {
  readonly conversationId: string
  readonly agentId: string
  readonly memoryKey: Key
  readonly onClose: () => void
}) {
  const isJson = type === 'number' || type === 'boolean' || type === 'json'
  const [text, setText] = useState(value === null ? '' : isJson ? value : textOf(value))
  const saving = useAction(changeContactMemory, { done: 'Memory changed', onDone: onClose })
  const isInvalid = isJson && text.trim() !== '' && parseJson(text) === undefined
  const save = () =>
    saving.mutate({
      params: { id: conversationId },
      body: { agentId, keyId, value: isJson ? text.trim() : JSON.stringify(text) },
    })
  return (
    <Modal opened onClose={onClose} title={`Change ${name}`}>
      <Stack>
        <Textarea
          label="Value"
          data-autofocus
          value={text}
          error={isInvalid && 'Must be valid JSON'}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormError error={saving.error} />
        <DialogButtons
          onCancel={onClose}
          loading={saving.isPending}
          disabled={isInvalid || text.trim() === ''}
          onClick={save}
        >
          Save
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

/** Returns a value as text: a JSON string without its quotes. */
function textOf(value: string): string {
  const parsed = parseJson(value)
  return typeof parsed === 'string' ? parsed : value
}
