import { Container } from '../ui/container.tsx'
import { ErrorState } from '../ui/error-state.tsx'

/** Replaces a page that failed to render. */
export function RouteError({ error }: { readonly error: unknown }) {
  return (
    <Container>
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </Container>
  )
}
