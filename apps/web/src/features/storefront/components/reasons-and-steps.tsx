import { HowItWorks } from './how-it-works.tsx';
import { Reasons } from './reasons.tsx';

/** Why to read here, and how. */
export function ReasonsAndSteps({ price }: { readonly price: string }) {
  return (
    <>
      <Reasons price={price} />
      <HowItWorks />
    </>
  );
}
