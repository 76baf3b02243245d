import { Page } from '../ui/page.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import { OperatorsOnly } from './operators-only.tsx'
import { ReconcilePanel } from './reconcile-panel.tsx'

export function ChecksPage() {
  return (
    <Page title="Checks" description="Find what is wrong with the deployment, and send lost work again.">
      <OperatorsOnly>
        {() => (
          <>
            <DoctorPanel />
            <ReconcilePanel />
          </>
        )}
      </OperatorsOnly>
    </Page>
  )
}
