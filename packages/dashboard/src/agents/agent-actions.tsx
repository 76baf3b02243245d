import { Menu } from '@mantine/core'
import { type Agent, createAgent, deleteAgent } from '@replywright/contract/agents.ts'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionDialog } from '../ui/confirm-dialog.tsx'
import { MoreActions } from '../ui/more-actions.tsx'
import { PhoneNumbers } from '../ui/text.tsx'
import { copyOfAgent } from './copy-of-agent.ts'

/** The less frequent actions of an agent: duplication and deletion. */
export function AgentActions({ agent }: { readonly agent: Agent }) {
  const { id, name, phoneNumbers } = agent
  const [confirming, setConfirming] = useState<'duplicate' | 'delete'>()
  const close = () => setConfirming(undefined)
  const navigate = useNavigate()
  return (
    <>
      <MoreActions>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => setConfirming('duplicate')}>
          Duplicate
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setConfirming('delete')}
        >
          Delete
        </Menu.Item>
      </MoreActions>
      {confirming === 'duplicate' && (
        <ActionDialog
          opened
          onClose={close}
          endpoint={createAgent}
          input={{ body: copyOfAgent(agent) }}
          title={`Duplicate ${name}?`}
          confirm="Duplicate agent"
          done={`${name} duplicated`}
          onDone={(copy) => navigate({ to: '/agents/$id', params: { id: copy.id } })}
        >
          The copy has the published settings and the secrets of the tools, and is on no number. Its triggers get new
          URLs and secrets. Documents are not copied.
        </ActionDialog>
      )}
      <ActionDialog
        opened={confirming === 'delete'}
        onClose={close}
        endpoint={deleteAgent}
        input={{ params: { id } }}
        title={`Delete ${name}?`}
        confirm="Delete agent"
        danger
        typed={name.trim()}
        done={`${name} deleted`}
        onDone={() => void navigate({ to: '/agents', ignoreBlocker: true })}
      >
        This cannot be undone. Its documents, tools and triggers are deleted too. Its conversations are kept.
        {phoneNumbers.length > 0 && (
          <>
            {' '}
            Customers on <PhoneNumbers numbers={phoneNumbers.map(({ phoneNumber }) => phoneNumber)} /> no longer get
            replies.
          </>
        )}
      </ActionDialog>
    </>
  )
}
