package deploy

import (
	"fmt"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

const (
	kubernetes   = root + "/configs/deploy/kubernetes"
	serverSchema = root + "/bff/config/schemas/server.json"
	callsFile    = root + "/contracts/calls.yaml"
	// shutdownMargin is the server's addition to the longest deadline (cmd/croupier/app/serve.go).
	shutdownMargin = 5 * time.Second
)

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func failIf(t *testing.T, wrong bool, format string, args ...any) {
	t.Helper()
	if wrong {
		t.Errorf(format, args...)
	}
}

// checkSettings checks that the variables of a container are settings of the server.
func checkSettings(t *testing.T, names iter.Seq[string]) {
	known, err := settings(serverSchema)
	noError(t, err)
	for name := range names {
		failIf(t, strings.HasPrefix(name, "CROUPIER_") && !known[name], "%s is no setting", name)
	}
}

// checkGracePeriod checks that the longest call ends in the grace period. It returns the notice.
func checkGracePeriod(t *testing.T, grace time.Duration, drainNotice string) (notice time.Duration) {
	notice, err := time.ParseDuration(drainNotice)
	noError(t, err)
	longest, err := longestDeadline(callsFile)
	noError(t, err)
	failIf(t, longest < 10*time.Second, "longest deadline %s", longest)
	need := notice + longest + shutdownMargin
	failIf(t, grace <= need, "killed after %s, needs up to %s", grace, need)
	return notice
}

func manifests(t *testing.T) Manifests {
	t.Helper()
	m, err := LoadManifests(kubernetes)
	noError(t, err)
	secrets, err := LoadManifests(filepath.Join(kubernetes, "example"))
	noError(t, err)
	m.Secrets = secrets.Secrets
	got := []int{
		len(m.StatefulSets), len(m.Services), len(m.Budgets), len(m.Autoscalers), len(m.Policies), len(m.Ingresses),
		len(m.Secrets),
	}
	if !slices.Equal(got, []int{1, 2, 1, 1, 1, 1, 3}) {
		t.Fatalf("incomplete: %v: %+v", got, m)
	}
	return m
}

// environment returns the variables of a container with a fixed value.
func environment(c *corev1.Container) map[string]string {
	out := map[string]string{}
	for _, v := range c.Env {
		out[v.Name] = v.Value
	}
	return out
}

func server(m Manifests) (*appsv1.StatefulSet, *corev1.Container) {
	s := &m.StatefulSets[0]
	return s, &s.Spec.Template.Spec.Containers[0]
}

func TestUnknownFieldsOfManifestsAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"an unknown field":        "apiVersion: v1\nkind: Service\nspec: { selectors: {} }\n",
		"a value of another type": "apiVersion: v1\nkind: Service\nspec: { ports: { port: 80 } }\n",
		"an unknown kind":         "apiVersion: v1\nkind: Serviec\n",
		"a field that is twice":   "apiVersion: v1\nkind: Service\nkind: Service\n",
	} {
		failIf(t, new(Manifests).decode([]byte(text)) == nil, "%s is accepted", name)
	}
}

func TestManifestsReferToEachOther(t *testing.T) {
	m := manifests(t)
	set, c := server(m)
	labels := set.Spec.Template.Labels
	matches := func(what string, selector map[string]string) {
		for k, v := range selector {
			failIf(t, labels[k] != v, "%s selects %s=%s, pods have %q", what, k, v, labels[k])
		}
		failIf(t, len(selector) == 0, "%s selects everything", what)
	}
	port := func(what string, p intstr.IntOrString) {
		failIf(t, !slices.ContainsFunc(c.Ports, func(own corev1.ContainerPort) bool { return own.Name == p.StrVal }),
			"%s: port %s is none of the container", what, p.String())
	}
	matches("the StatefulSet", set.Spec.Selector.MatchLabels)
	matches("the PodDisruptionBudget", m.Budgets[0].Spec.Selector.MatchLabels)
	matches("the NetworkPolicy", m.Policies[0].Spec.PodSelector.MatchLabels)
	services := map[string]corev1.Service{}
	for _, s := range m.Services {
		services[s.Name] = s
		matches("Service "+s.Name, s.Spec.Selector)
		for _, p := range s.Spec.Ports {
			port("Service "+s.Name, p.TargetPort)
		}
	}
	own := services[set.Spec.ServiceName]
	failIf(t, own.Spec.ClusterIP != corev1.ClusterIPNone, "the StatefulSet's service %s is not headless",
		set.Spec.ServiceName)
	scaled := m.Autoscalers[0].Spec.ScaleTargetRef
	failIf(t, scaled.Kind != "StatefulSet" || scaled.Name != set.Name || scaled.APIVersion != "apps/v1", "scaled: %+v",
		scaled)
	failIf(t, set.Spec.Replicas != nil, "replicas of the StatefulSet would undo the autoscaler's at every change")
	for _, rule := range m.Policies[0].Spec.Ingress {
		for _, p := range rule.Ports {
			port("the NetworkPolicy", *p.Port)
		}
	}
	checkIngress(t, &m.Ingresses[0], services, m.Secrets)
	for _, object := range []metav1.ObjectMeta{
		set.ObjectMeta, m.Budgets[0].ObjectMeta, m.Autoscalers[0].ObjectMeta, m.Policies[0].ObjectMeta,
		m.Ingresses[0].ObjectMeta,
		m.Services[0].ObjectMeta, m.Services[1].ObjectMeta,
	} {
		failIf(t, object.Namespace != m.Namespaces[0].Name, "%s is in namespace %q", object.Name, object.Namespace)
	}
}

func checkIngress(t *testing.T, in *networkingv1.Ingress, services map[string]corev1.Service, secrets []corev1.Secret) {
	for _, rule := range in.Spec.Rules {
		for _, p := range rule.HTTP.Paths {
			to := p.Backend.Service
			failIf(t, !slices.ContainsFunc(services[to.Name].Spec.Ports,
				func(own corev1.ServicePort) bool { return own.Name == to.Port.Name }),
				"%s: no service %s with port %s", rule.Host, to.Name, to.Port.Name)
		}
		failIf(t, !slices.Contains(in.Spec.TLS[0].Hosts, rule.Host), "%s has no certificate", rule.Host)
	}
	failIf(t, !slices.ContainsFunc(secrets, func(s corev1.Secret) bool { return s.Name == in.Spec.TLS[0].SecretName }),
		"no secret %s", in.Spec.TLS[0].SecretName)
}

// The variables must be settings of the server, the ports must be its listeners, and the named
// files must be mounted.
func TestManifestsFitTheServer(t *testing.T) {
	m := manifests(t)
	set, c := server(m)
	mounted, volumes := map[string]string{}, map[string]string{}
	for _, v := range set.Spec.Template.Spec.Volumes {
		volumes[v.Name] = v.Secret.SecretName
	}
	for _, claim := range set.Spec.VolumeClaimTemplates {
		volumes[claim.Name] = "claim"
	}
	for _, v := range c.VolumeMounts {
		mounted[v.MountPath] = volumes[v.Name]
		failIf(t, volumes[v.Name] == "", "volume %s is not defined", v.Name)
	}
	env := environment(c)
	checkSettings(t, maps.Keys(env))
	for name, value := range env {
		if !strings.HasSuffix(name, "_FILE") {
			continue
		}
		at := slices.IndexFunc(m.Secrets, func(s corev1.Secret) bool { return s.Name == mounted[path.Dir(value)] })
		if at < 0 {
			t.Errorf("%s: %s is in no mounted secret (%v)", name, value, slices.Collect(maps.Keys(mounted)))
		} else if _, ok := m.Secrets[at].StringData[path.Base(value)]; !ok {
			t.Errorf("%s: the secret %s has no %s", name, m.Secrets[at].Name, path.Base(value))
		}
	}
	failIf(t, mounted[env["CROUPIER_DATA_DIR"]] != "claim", "the data directory %s has no separate volume",
		env["CROUPIER_DATA_DIR"])
	for name, variable := range map[string]string{"http": "CROUPIER_LISTEN", "admin": "CROUPIER_ADMIN_LISTEN"} {
		_, number, _ := strings.Cut(env[variable], ":")
		if !slices.ContainsFunc(c.Ports, func(p corev1.ContainerPort) bool {
			return p.Name == name && fmt.Sprint(p.ContainerPort) == number
		}) {
			t.Errorf("port %s does not match %s=%s", name, variable, env[variable])
		}
	}
	for probe, path := range map[*corev1.Probe]string{
		c.LivenessProbe: "/healthz", c.ReadinessProbe: "/readyz",
		c.StartupProbe: "/healthz",
	} {
		failIf(t, probe.HTTPGet.Path != path || probe.HTTPGet.Port.StrVal != "http", "probe %+v, want %s",
			probe.HTTPGet, path)
	}
}

func TestPodsAreStoppedWithoutLosingCalls(t *testing.T) {
	set, c := server(manifests(t))
	grace := time.Duration(*set.Spec.Template.Spec.TerminationGracePeriodSeconds) * time.Second
	notice := checkGracePeriod(t, grace, environment(c)["CROUPIER_DRAIN_NOTICE"])
	ready := c.ReadinessProbe
	noticed := time.Duration(ready.PeriodSeconds*ready.FailureThreshold+ready.TimeoutSeconds) * time.Second
	failIf(t, notice <= noticed, "drain.notice is %s; the failed probes take %s", notice, noticed)
}

func TestPodsRunAsTheImagesUserWithoutPrivileges(t *testing.T) {
	set, c := server(manifests(t))
	r, err := image(t).Runtime("production")
	noError(t, err)
	uid, gid := owner(r.User)
	pod := set.Spec.Template.Spec.SecurityContext
	failIf(t, *pod.RunAsUser != int64(uid) || *pod.RunAsGroup != int64(gid) || *pod.FSGroup != int64(gid) ||
		!*pod.RunAsNonRoot,
		"pods run as %d:%d, the image as %s", *pod.RunAsUser, *pod.RunAsGroup, r.User)
	own := c.SecurityContext
	failIf(t, *own.AllowPrivilegeEscalation || !*own.ReadOnlyRootFilesystem ||
		!slices.Equal(own.Capabilities.Drop, []corev1.Capability{"ALL"}),
		"privileges: %+v", own)
	configured, err := parseDockerfile(kubernetes + "/Dockerfile")
	noError(t, err)
	runs := runtimeOf(configured)
	failIf(t, !slices.Equal(c.Args, runs.Command), "arguments %q, the image with a configuration has %q", c.Args,
		runs.Command)
	configuration := c.Args[len(c.Args)-1]
	isConfiguration := func(f *instructions.CopyCommand) bool { return f.DestPath == configuration }
	failIf(t, !slices.ContainsFunc(Copies(configured[0]), isConfiguration), "the image has no %s", configuration)
}

const composeFile = root + "/configs/deploy/compose.yaml"

// project loads the compose file like docker compose, which checks schema, references and paths.
func project(t *testing.T) *types.Project {
	dir, err := filepath.Abs(filepath.Dir(composeFile))
	noError(t, err)
	raw, err := os.ReadFile(composeFile)
	noError(t, err)
	p, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{
		WorkingDir: dir, ConfigFiles: []types.ConfigFile{{Filename: composeFile, Content: raw}},
		Environment: types.Mapping{"CONFIG_DIR": filepath.Join(dir, ".."), "SITES": "casino.example"},
	})
	noError(t, err)
	return p
}

// instances returns the services of the compose file that run Croupier.
func instances(t *testing.T) (p *types.Project, list []types.ServiceConfig) {
	p = project(t)
	for _, name := range slices.Sorted(maps.Keys(p.Services)) {
		if strings.HasPrefix(name, "croupier-") {
			list = append(list, p.Services[name])
		}
	}
	failIf(t, len(list) < 2, "%d instances", len(list))
	return p, list
}

func TestComposeFileFitsTheImage(t *testing.T) {
	i := image(t)
	top, err := filepath.Abs(root)
	noError(t, err)
	p, list := instances(t)
	r, err := i.Runtime("production")
	noError(t, err)
	failIf(t, len(r.Health) == 0 || r.Health[0] != "/croupier", "health check %q", r.Health)
	data := map[string]bool{}
	for _, own := range list {
		failIf(t, own.Build.Target != "production" || own.Build.Context != top, "%s is built from %s, target %s",
			own.Name, own.Build.Context, own.Build.Target)
		checkSettings(t, maps.Keys(own.Environment))
		mounted := map[string]string{}
		for _, v := range own.Volumes {
			mounted[v.Target] = v.Source
			isVolume := v.Type == types.VolumeTypeVolume
			failIf(t, isVolume && r.Owned[v.Target] == "", "the image has no folder %s for a volume", v.Target)
		}
		file := own.Command[len(own.Command)-1]
		failIf(t, own.Command[0] != "serve" || mounted[filepath.Dir(file)] == "", "command %q, mounted %v",
			own.Command, mounted)
		keys := filepath.Dir(*own.Environment["CROUPIER_KEYS_FILE"])
		failIf(t, mounted[keys] != "keys", "the key ring is not shared: %v", mounted)
		data[mounted[*own.Environment["CROUPIER_DATA_DIR"]]] = true
	}
	failIf(t, len(data) != len(list) || data[""], "the data directories of %d instances: %v", len(list), data)
	for name, s := range p.Services {
		for _, v := range s.Volumes {
			_, err := os.Stat(v.Source)
			failIf(t, v.Type == types.VolumeTypeBind && err != nil, "%s: %v", name, err)
		}
	}
	proxied := strings.Fields(*p.Services["caddy"].Environment["INSTANCES"])
	for i, own := range list {
		failIf(t, len(proxied) != len(list) || proxied[i] != own.Name+":8080", "Caddy sends requests to %q", proxied)
	}
}

func TestComposeStopsWithoutLosingCalls(t *testing.T) {
	_, list := instances(t)
	for _, own := range list {
		checkGracePeriod(t, time.Duration(*own.StopGracePeriod), *own.Environment["CROUPIER_DRAIN_NOTICE"])
	}
}

// The unit must let running calls end, with the drain.notice of configs/production.example.yaml.
func TestUnitStopsWithoutLosingCalls(t *testing.T) {
	unit, err := os.ReadFile(root + "/configs/deploy/systemd/croupier.service")
	noError(t, err)
	template, err := os.ReadFile(root + "/configs/production.example.yaml")
	noError(t, err)
	stop := regexp.MustCompile(`(?m)^TimeoutStopSec=(\S+)$`).FindSubmatch(unit)
	notice := regexp.MustCompile(`(?m)^drain:\n  notice: (\S+)$`).FindSubmatch(template)
	if stop == nil || notice == nil {
		t.Fatalf("TimeoutStopSec %q, drain.notice %q", stop, notice)
	}
	grace, err := time.ParseDuration(string(stop[1]))
	noError(t, err)
	checkGracePeriod(t, grace, string(notice[1]))
}
