import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { inviteMember, listMembers, type Member } from '@messaging/contract/dashboard/members.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MembersTable } from './members-table.tsx'
import { RoleDialog } from './role-dialog.tsx'

export function MembersPage() {
  const query = useQuery(readList(listMembers, {}))
  const [isInviting, { open, close }] = useDisclosure()
  const [changed, setChanged] = useState<Member>()
  return (
    <Page
      title="Members"
      description="Users with access to this organisation."
      actions={
        <Allowed endpoint={inviteMember}>
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
            Invite member
          </Button>
        </Allowed>
      }
    >
      <Loaded query={query}>{(members) => <MembersTable members={members} onChangeRole={setChanged} />}</Loaded>
      <InviteDialog opened={isInviting} onClose={close} />
      <RoleDialog member={changed} onClose={() => setChanged(undefined)} />
    </Page>
  )
}
