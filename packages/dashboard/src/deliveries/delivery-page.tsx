import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { getRouteApi } from '@tanstack/react-router'
import { CopyId } from '../ui/copy-id.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { AttemptsList } from './attempts-list.tsx'
import { CurlPanel } from './curl-panel.tsx'
import { customerName } from './customer-words.ts'
import { DeliveryFacts } from './delivery-facts.tsx'
import classes from './delivery-page.module.css'
import { DeliveryStatus } from './delivery-status.tsx'
import { listSearchOf } from './filters.ts'
import { NeighbourLinks } from './neighbour-links.tsx'
import { OutcomePanel } from './outcome-panel.tsx'
import { PayloadPanel } from './payload-panel.tsx'
import { useDelivery } from './use-delivery.ts'
import { VerifyPanel } from './verify-panel.tsx'

const route = getRouteApi('/shell/deliveries/$id')

export function DeliveryPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const query = useDelivery(id)
  const delivery = query.data
  return (
    <Page
      title={delivery ? titleOf(delivery) : 'Delivery'}
      badge={delivery && <DeliveryStatus delivery={delivery} />}
      description={<CopyId id={id} label="delivery ID" />}
      crumbs={[{ label: 'Deliveries', link: { to: '/deliveries', search: listSearchOf(search) } }]}
      actions={delivery && <NeighbourLinks delivery={delivery} search={listSearchOf(search)} />}
    >
      <Loaded query={query}>{(data) => <DeliveryDetails key={data.id} delivery={data} />}</Loaded>
    </Page>
  )
}

function titleOf(delivery: Delivery): string {
  const name = customerName(delivery)
  return name === undefined ? delivery.event : `${delivery.event} · ${name}`
}

function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const { body, verify } = route.useSearch()
  return (
    <>
      <OutcomePanel delivery={delivery} />
      <div className={classes.columns}>
        <div>
          <PayloadPanel payload={delivery.payload} view={body} />
        </div>
        <div>
          <Panel title="Details">
            <DeliveryFacts delivery={delivery} />
          </Panel>
        </div>
      </div>
      <Panel title="Attempts">
        <AttemptsList attempts={delivery.attempts} attemptCount={delivery.attemptCount} />
      </Panel>
      <CurlPanel delivery={delivery} />
      <VerifyPanel delivery={delivery} language={verify} />
    </>
  )
}
