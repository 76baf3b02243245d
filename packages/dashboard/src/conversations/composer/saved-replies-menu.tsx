import { ActionIcon, Menu } from '@mantine/core'
import { listSavedReplies } from '@replywright/contract/dashboard/saved-replies.ts'
import { IconMessage2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readList } from '../../api/call.ts'
import { useMe } from '../../api/use-me.ts'
import { Hint } from '../../ui/text.tsx'
import { foundReplies, LEAST_SEARCHED } from './found-replies.ts'
import { filledReply } from './outgoing.ts'

/** Inserts a saved reply of the organisation into the message, with the names filled in. */
export function SavedRepliesMenu({
  customer,
  onInsert,
}: {
  /** The customer's name, `''` if it is not known. */
  readonly customer: string
  readonly onInsert: (text: string) => void
}) {
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { data = [], isSuccess } = useQuery({ ...readList(listSavedReplies, {}), enabled: isOpen })
  const found = foundReplies(data, search)
  return (
    <Menu position="top-start" opened={isOpen} onChange={setOpen} styles={{ itemLabel: { minWidth: 0 } }}>
      <Menu.Target>
        <ActionIcon size={36} aria-label="Saved replies" title="Saved replies">
          <IconMessage2 size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="20rem" maw="24rem" style={{ overflowY: 'auto' }}>
        {data.length >= LEAST_SEARCHED && (
          <Menu.Search
            aria-label="Search saved replies"
            placeholder="Search"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        )}
        {isSuccess && found.length === 0 && (
          <Menu.Label>{data.length === 0 ? 'No saved replies yet' : 'No saved reply has these words'}</Menu.Label>
        )}
        {found.map(({ id, name, text }) => (
          <Menu.Item key={id} onClick={() => onInsert(filledReply(text, { customer, me: me?.user.name ?? '' }))}>
            {name}
            <Hint truncate>{text}</Hint>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/saved-replies">
          Edit saved replies
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
