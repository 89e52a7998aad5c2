package art

import "strings"

// subjects are beginnings of words, without Turkish marks, that call for a motif as the hero: a title
// that speaks of an anchor shows one. They count only inside the motif's own theme.
var subjects = map[string]string{
	"seven": "seven yedi 777", "cherry": "cherr kiraz", "lemon": "lemon limon citrus portakal",
	"melon": "melon karpuz", "grapes": "grape uzum plum erik", "strawberry": "berr straw cilek",

	"diamond": "diamond elmas buz crystal kristal facet", "emerald": "emerald zumrut", "ruby": "ruby yakut",
	"ring": "ring yuzuk sapphire safir opal kolye", "crown": "crown tac royal saray kralice", "amethyst": "amethyst mor magara quarry spire chamber",

	"tulip": "tulip lale ottoman", "nazar": "nazar evil bosphorus", "lamp": "lamp lamba hazine treasure fortune gecele night",
	"balloon": "balloon balon kapadokya horizon", "tea": "tea cay saffron copper", "kilim": "kilim caravan merchant silk usta",

	"anchor": "anchor capa harbor liman captain kaptan", "octopus": "octopus ahtapot kraken deep derin", "shell": "pearl inci coral mercan reef",
	"fish": "fish balik marlin catch", "wheel": "wheel dumen rota voyage pusula murettebat", "chest": "chest sandik treasure hazine bounty sunken fortune",

	"planet": "planet gezegen saturn jupiter ring galak galactic orbit", "rocket": "rocket roket express nova rider mars",
	"astronaut": "astro lunar uzay kesfi kasif pioneer", "ufo": "ufo sinyal signal portal", "comet": "comet meteor kuyruklu drift",
	"satellite": "satellite uydu istasyon outpost quantum kuantum",

	"pyramid": "pyramid piramit sandstorm kum", "scarab": "scarab akik", "camel": "camel deve kervan bedevi oasis vaha desert mirage serap",
	"pharaoh": "pharaoh firavun sphinx anubis", "ankh": "ankh tilsim kitab relic scroll papyrus muhr", "cobra": "cobra kobra nile nil guardian muhafiz",

	"owl": "owl baykus gece moonlit whisper", "mushroom": "mushroom mantar mossy enchanted", "wolf": "wolf kurt grizzly timber tilki fox dolunay",
	"potion": "potion iksir buyu peri fairy spirit", "clover": "clover yonca harvest", "lantern": "lantern fener hollow patika trail",

	"chip": "chip jeton voltage otomat arcade", "moto": "moto rider runner dublor hyper", "shades": "shades gozluk parti pembe afterglow",
	"tape": "tape kaset retro ritim synth analog disco disko pulse", "car": "car araba drive surus yaris turbo racer boulevard bulvar heist",
	"sign": "neon light kulup gokdelen rooftop skyline",

	"donut": "donut bakery sugar seker frosted", "cupcake": "cupcake kek sato castle", "lolly": "loll rainbow gokkusagi carnival senlik",
	"candy": "candy bonbon caramel karamel toffee lokum praline marzipan", "gummy": "gummy jole bubblegum", "cone": "ice dondurma vanilya sherbet cotton pamuk",

	"bolt": "zeus thunder yildirim bolt titan firtina", "helmet": "helmet valkyrie sparta minotaur throne tahti", "lyre": "lyre lir oracle kehanet destan",
	"pegasus": "pegasus tulpar griffin kanat phoenix simurg", "amphora": "amphora amfora olimpos", "shield": "shield kalkan medusa forge dragon ejder",

	"aces": "ace flush poker deal", "dice": "dice zar barbut tavla", "chips": "chip jeton roller rulet platin", "king": "king kral royal jack",
	"jester": "joker jester masquerade cabaret parade", "queen": "queen kralice heart kupa velvet kadife",

	"pickaxe": "pickaxe kazma maden prospector claim damar", "nugget": "nugget kulce motherlode altin gold", "cart": "cart vagon tren railroad",
	"oil lamp": "saloon kasaba lamba", "dynamite": "dynamite dinamit", "star": "star serif sheriff outlaw haydut frontier",
}

// plain folds a title to lower-case letters without Turkish marks.
var plain = strings.NewReplacer("ç", "c", "Ç", "c", "ğ", "g", "Ğ", "g", "ı", "i", "İ", "i", "ö", "o", "Ö", "o",
	"ş", "s", "Ş", "s", "ü", "u", "Ü", "u", "â", "a", "Â", "a", "î", "i", "û", "u")

// spokenOf finds the motif that a title names, the earliest word first; -1 where it names none.
func (t theme) spokenOf(title string) int {
	for word := range strings.FieldsSeq(strings.ToLower(plain.Replace(title))) {
		for i, m := range t.motifs {
			for stem := range strings.FieldsSeq(subjects[m.name]) {
				if strings.HasPrefix(word, stem) {
					return i
				}
			}
		}
	}
	return -1
}
