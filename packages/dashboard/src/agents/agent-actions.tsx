import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Agent, deleteAgent } from '@messaging/contract/agents.ts'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ActionDialog } from '../ui/action-dialog.tsx'

/** The less frequent actions of an agent: deletion. */
export function AgentActions({ agent: { id, name, phoneNumbers } }: { readonly agent: Agent }) {
  const [isConfirming, { open, close }] = useDisclosure()
  const navigate = useNavigate()
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={open}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionDialog
        opened={isConfirming}
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
        {phoneNumbers.length > 0 &&
          ` Customers on ${phoneNumbers.map(({ phoneNumber }) => `+${phoneNumber}`).join(', ')} no longer get replies.`}
      </ActionDialog>
    </>
  )
}
