type Navigate = (to: string) => void;

let navigator: Navigate = (to) => location.assign(to);

/** Goes to an address from outside a component: by the router once it runs. */
export const navigateTo: Navigate = (to) => navigator(to);

/** Hands the router's own way of going over. */
export function setNavigator(navigate: Navigate): void {
  navigator = navigate;
}
