// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package bench

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// TestMain runs the meter if the CLI started the test binary as the provider.
func TestMain(m *testing.M) {
	if strings.HasPrefix(filepath.Base(os.Args[0]), "terraform-provider-") {
		os.Exit(meter(os.Args[0], os.Args[1:]))
	}
	os.Exit(m.Run())
}

// A CLI creates, plans, updates and destroys many failover backends of the reference API,
// which responds as slowly as a distant service, and as many terraform_data resources,
// which send nothing. The options follow "-args --" on the command line of go test.
func BenchmarkCLI(b *testing.B) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	count := flags.Int("n", 1000, "the `number` of objects")
	latency := flags.Duration("latency", 20*time.Millisecond, "how long the reference API takes for a response")
	fromList := flags.Bool("refresh-from-list", true, "the attribute refresh_from_list of the provider")
	acctest.NoError(b, flags.Parse(flag.Args()))
	built := build(b)
	for _, test := range []struct{ name, configuration string }{
		{"failover_backend", failoverBackends(*count, *fromList)},
		{"terraform_data", blocks("terraform_data", "input = { description = %q, backends = [\"bkd_first\", \"bkd_${count.index}\"] }", *count)},
	} {
		for _, measured := range measure(b, built, test.configuration, *latency) {
			// CLI runs cannot be repeated until their times are stable, so the benchmark only
			// reports what was measured once.
			b.Run(test.name+"/"+measured.phase, func(b *testing.B) {
				b.ReportMetric(0, "ns/op") // removes this column
				for unit, value := range measured.figures {
					b.ReportMetric(value, unit)
				}
			})
		}
	}
}

// A short benchmark measures all figures, and each phase sends the expected requests.
func TestAccBench(t *testing.T) {
	t.Parallel()
	if os.Getenv("TF_ACC") == "" || testing.Short() {
		t.Skip("acceptance tests run with TF_ACC=1 only, slow ones without -short only")
	}
	var got []string
	for _, measured := range measure(t, build(t), failoverBackends(5, true), time.Millisecond) {
		for _, unit := range []string{"s", "cpu-s", "peak-MiB"} {
			if measured.figures[unit] <= 0 {
				t.Errorf("%s: %s was not measured", measured.phase, unit)
			}
			delete(measured.figures, unit)
		}
		got = append(got, fmt.Sprintf("%s %v", measured.phase, measured.figures))
	}
	want := "create map[POST:5], no-op-plan map[GET:3 GET-page:1], update map[GET:3 GET-page:1 PATCH:5], destroy map[DELETE:5 GET:3 GET-page:1]"
	if joined := strings.Join(got, ", "); joined != want {
		t.Errorf("got\n%s\nexpected\n%s", joined, want)
	}
}

// measurement is the cost of one command.
type measurement struct {
	phase   string
	figures map[string]float64 // by unit
}

// measure runs the four phases with a configuration of [blocks], and a new service.
func measure(tb testing.TB, metered, configuration string, latency time.Duration) (measured []measurement) {
	tb.Helper()
	service := refapi.New(refapi.Options{Latency: latency})
	api, states := httptest.NewServer(service), httptest.NewServer(stateStore())
	tb.Cleanup(api.Close)
	tb.Cleanup(states.Close)
	cli := acctest.Must(terraformcli.New(acctest.Must(terraformcli.Find(""))(tb), tb.TempDir(), terraformcli.DevOverride(metered)))(tb)
	cli.Setenv("TRAFFICEDGE_BASE_URL", api.URL)
	backend := fmt.Sprintf("terraform {\n  backend \"http\" {\n    address = %q\n  }\n}\n", states.URL)
	acctest.NoError(tb, cli.Write("backend.tf", backend))
	acctest.Must(cli.Run(tb.Context(), "init"))(tb) // needs no provider before main.tf exists
	for _, phase := range []struct{ name, description, command string }{
		{"create", "before the update", "apply -auto-approve"},
		{"no-op-plan", "before the update", "plan -detailed-exitcode"}, // a plan with changes fails
		{"update", "after the update", "apply -auto-approve"},
		{"destroy", "after the update", "destroy -auto-approve"},
	} {
		acctest.NoError(tb, cli.Write("main.tf", strings.ReplaceAll(configuration, "%q", fmt.Sprintf("%q", phase.description))))
		service.ResetRequests()
		start := time.Now()
		if output, err := cli.Run(tb.Context(), strings.Fields(phase.command)...); err != nil {
			tb.Fatalf("%v\n%s", err, output[max(0, len(output)-4000):])
		}
		figures := map[string]float64{"s": time.Since(start).Seconds()}
		takeUsage(tb, metered, figures)
		for _, request := range service.Requests() {
			unit := request.Method
			if unit == http.MethodGet && request.Path == "/backends/failover" {
				unit = "GET-page"
			}
			figures[unit]++
		}
		measured = append(measured, measurement{phase.name, figures})
	}
	return measured
}

func failoverBackends(count int, fromList bool) string {
	return fmt.Sprintf("%sprovider \"trafficedge\" {\n  refresh_from_list = %t\n}\n", terraformcli.Requirement, fromList) +
		blocks("trafficedge_failover_backend", "description = %q\n  backends = [\"bkd_first\", \"bkd_${count.index}\"]", count)
}

// blocks returns a configuration in which %q stands for the description of the objects. A
// block has at most 100 objects: the CLI's cost per object grows with the block, and would
// otherwise dominate the measurement.
func blocks(resource, arguments string, count int) string {
	const size = 100
	var text strings.Builder
	for first := 0; first < count; first += size {
		fmt.Fprintf(&text, "\nresource %q \"from_%d\" {\n  count = %d\n  %s\n}\n", resource, first, min(size, count-first), arguments)
	}
	return text.String()
}

// stateStore stores the CLI's state for the backend "http". With a local file, the CLI
// would write the whole state after every object, which takes longer than what is measured.
func stateStore() http.HandlerFunc {
	var mu sync.Mutex
	var state []byte
	return func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Method == http.MethodPost {
			state, _ = io.ReadAll(r.Body) // the CLI sends the whole state, or fails
		}
		if state == nil {
			w.WriteHeader(http.StatusNoContent)
		}
		_, _ = w.Write(state) // fails only if the CLI has exited
	}
}

// build builds the provider. It returns a directory with a meter in place of the provider:
// this test binary under the provider's name, because a CLI starts the provider several
// times in one command and does not report its resource usage. The meter runs the provider
// in the parent directory, and writes the usage beside itself.
func build(tb testing.TB) (metered string) {
	tb.Helper()
	work, executable := tb.TempDir(), terraformcli.Executable("")
	acctest.NoError(tb, terraformcli.Build(tb.Context(), filepath.Join(work, executable)))
	metered = filepath.Join(work, "metered")
	acctest.NoError(tb, os.Mkdir(metered, 0o750), os.Symlink(acctest.Must(os.Executable())(tb), filepath.Join(metered, executable)))
	return metered
}

// meter runs the provider and returns its exit code. It writes nothing to standard output,
// where the CLI reads the provider's handshake.
func meter(executable string, args []string) int {
	// An interrupt reaches the whole process group. The meter must outlive the provider.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	dir := filepath.Dir(executable)
	// The record stays empty if the meter is killed.
	record, err := os.CreateTemp(dir, "*.usage")
	provider := exec.Command(filepath.Join(filepath.Dir(dir), filepath.Base(executable)), args...)
	provider.Stdin, provider.Stdout, provider.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err == nil {
		err = provider.Run()
	}
	ended := provider.ProcessState
	if ended == nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	usage, _ := ended.SysUsage().(*syscall.Rusage)
	// Maxrss is in kilobytes on Linux, but not on every system.
	fmt.Fprintln(record, (ended.UserTime() + ended.SystemTime()).Seconds(), float64(usage.Maxrss)/(1<<10))
	return ended.ExitCode()
}

// takeUsage removes the meter's records in a directory. It adds the processor time of all
// processes and the peak memory of the largest one to the figures.
func takeUsage(tb testing.TB, metered string, figures map[string]float64) {
	tb.Helper()
	for _, record := range acctest.Must(filepath.Glob(filepath.Join(metered, "*.usage")))(tb) {
		var seconds, peak float64
		if _, err := fmt.Sscan(string(acctest.Must(os.ReadFile(record))(tb)), &seconds, &peak); err != nil {
			tb.Fatalf("a provider was killed before it could be measured: %v", err)
		}
		acctest.NoError(tb, os.Remove(record))
		figures["cpu-s"] += seconds
		figures["peak-MiB"] = max(figures["peak-MiB"], peak)
	}
}
