/** The screens and dialogs that many people never need: the console loads them when one of them is opened for the first time. */
export { EndpointScreen } from './endpoints/endpointScreen.tsx';
export { Endpoints } from './endpoints/endpoints.tsx';
export { Keys } from './keys/keys.tsx';
export { PutIntoRoom } from './rooms/putIntoRoom.tsx';
export { RoomScreen } from './rooms/roomScreen.tsx';
export { Rooms } from './rooms/rooms.tsx';
export { TextHits } from './search/textHits.tsx';
