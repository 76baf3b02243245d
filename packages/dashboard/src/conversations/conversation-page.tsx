import { type ConversationDetails, getConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../api/read.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Composer } from './composer/composer.tsx'
import { contactName } from './contact-words.ts'
import { AnsweredBy } from './conversation-badges.tsx'
import { ConversationChat } from './conversation-chat.tsx'
import classes from './conversation-page.module.css'
import { listSearch } from './filters.ts'
import { NeedsHuman } from './needs-human.tsx'
import { SidePanel } from './side/side-panel.tsx'
import { words } from './words.ts'

const route = getRouteApi('/shell/conversations/$id')
const POLL_MS = 4_000

export function ConversationPage() {
  const { id } = route.useParams()
  const query = useQuery({ ...read(getConversationDetails, { params: { id } }), refetchInterval: POLL_MS })
  const details = query.data
  return (
    <Page
      title={details ? contactName(details.contact) : 'Conversation'}
      badge={details && <AnsweredBy conversation={details} />}
      description={<CopyId id={id} label="conversation ID" />}
      crumbs={[{ label: words.title, link: { to: '/conversations', search: listSearch } }]}
    >
      <Loaded query={query}>{(data) => <OpenConversation key={id} details={data} />}</Loaded>
    </Page>
  )
}

function OpenConversation({ details }: { readonly details: ConversationDetails }) {
  const { compose } = route.useSearch()
  return (
    <div className={classes.layout}>
      <div className={classes.chat}>
        <NeedsHuman details={details} />
        <div className={classes.messages}>
          <ConversationChat details={details} />
        </div>
        <Composer details={details} kind={compose} />
      </div>
      <div className={classes.side}>
        <SidePanel details={details} />
      </div>
    </div>
  )
}
